import type { Session } from "coxswain";
import { UsageError } from "../../argv/index.ts";
import { formatMinute } from "../../time/index.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

/** A background command or task. */
interface Work {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly isRunning: boolean;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

/** `/tasks`: lists background commands and tasks, shows their output and stops them. */
export const tasksCommand: ScreenCommand = {
  name: "tasks",
  summary: "List background commands and tasks, show their output, stop them",
  async run(words, host) {
    if (words !== "") throw new UsageError("/tasks takes no arguments");
    const all = workOf(host.session);
    if (all.length === 0) return host.print("No background commands or tasks in this session.");
    const items = all.map((work) => ({
      label: `${work.id} ${work.state}  ${work.text}`,
      note: `since ${formatMinute(work.begunAt)}`,
      value: work,
    }));
    for (let at = 0; at >= 0;) {
      const work = await host.choose({ title: "Background", items, selected: at });
      if (work === undefined) return;
      at = (await open(work, host)) === "back" ? all.indexOf(work) : -1;
    }
  },
};

/** Shows what can be done with one of them. Resolves to `back` for another one. */
const open = async ({ id, text, isRunning }: Work, host: CommandHost): Promise<"back" | undefined> => {
  const { background } = host.session;
  const items = [{ label: "Show its output", value: "output" } as const, { label: "Stop it", value: "stop" } as const];
  const action = isRunning ? await host.choose<"output" | "stop" | "back">({ title: `${id} ${text}`, items, escape: "back" }) : "output";
  if (action === "back") return action;
  if (action === "stop") host.print(background.stop(id) ? `Stopping ${id}.` : `${id} has ended already.`);
  if (action === "output") host.print(`${id} ${text}\n${background.outputOf(id) || "(no output yet)"}`);
  return undefined;
};

/** The running ones first, else the latest first. */
const workOf = ({ state: { jobs, tasks } }: Session): readonly Work[] => {
  const commands = jobs.map(({ id, command, state, ending = state, begunAt }) => ({
    id,
    text: command,
    state: ending,
    isRunning: state !== "ended",
    begunAt,
  }));
  const agents = tasks.map(({ id, name, description, state, ending, begunAt }) => ({
    id,
    text: `${name}: ${description}`,
    state: ending ?? (state === "blocked" ? "waits for your answer" : state),
    isRunning: state !== "done",
    begunAt,
  }));
  return [...commands, ...agents].toSorted((one, other) => Number(other.isRunning) - Number(one.isRunning) || other.begunAt - one.begunAt);
};

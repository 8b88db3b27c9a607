import { type RunSetup, openScope } from "./scope.ts";
import type { Draft, Entry } from "../log/index.ts";
import { type AssistantMessage, textOf } from "../model/index.ts";
import { type InterruptedRun, interruptedRun, endingOf } from "./interrupted-run.ts";
import { deliver, finishTurn, turn } from "./turn.ts";
import { lastReply, type RunEndEntry, type RunResumeEntry, type RunStartEntry } from "./entries.ts";
import { type Outcome, saidOptions } from "./types.ts";
import type { Journal, Ports } from "./ports.ts";
import { runError } from "./errors.ts";
import { waitForAll } from "../base/index.ts";

/**
 * One run: turns until nothing is left to do. It always ends with an outcome, and never throws. Its `run_end` is told by
 * the caller, when nothing more comes. Where the path ends in the middle of a run, this one goes on with it if it is its
 * own, and ends it first if it is another.
 */
export const run = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal, inbox } = ports;
  const { runId } = setup;
  const cut = interruptedRun(journal.path);
  const own = cut?.run === runId ? cut : undefined;
  journal.emit({ type: "run_start", runId, ...(own === undefined ? {} : { resumed: true }) });
  const begun = own === undefined ? begin(journal, setup, cut) : journal.append<RunResumeEntry>({ type: "run_resume", run: runId });
  const end = await turns(ports, setup, begun, own).catch((error: unknown): Outcome => ({ kind: "failed", error: runError(error) }));
  const outcome =
    end.kind === "limit"
      ? withReply(
          end,
          lastReply(journal.path, runId, (message) => textOf(message) !== ""),
        )
      : end;
  inbox.settle();
  await journal.append<RunEndEntry>({ type: "run_end", run: runId, outcome: withoutReply(outcome) }).catch(() => undefined);
  return outcome;
};

/** All at once, so that all of it counts even when the store takes none. */
const begin = async (journal: Journal, { runId, runOptions = {} }: RunSetup, other: InterruptedRun | undefined): Promise<void> => {
  const ending = other === undefined ? [] : endingOf(other);
  const start: Draft<RunStartEntry> = { type: "run_start", run: runId, ...saidOptions(runOptions) };
  await waitForAll<unknown>([...ending, start].map((draft) => journal.append<Entry>(draft)));
};

const turns = async (ports: Ports, setup: RunSetup, begun: Promise<unknown>, cut: InterruptedRun | undefined): Promise<Outcome> => {
  const { journal } = ports;
  const { runId } = setup;
  await waitForAll<unknown>([begun, deliver(journal, runId, setup.messages)]);
  const scope = openScope(ports, setup);
  for (const report of cut?.ended ?? []) for (const judge of scope.judges) judge(report);

  let number = cut?.turn ?? 1;
  let next = cut?.last === undefined ? await turn(scope, number) : await finishTurn(scope, number, cut.last);
  while (next.kind === "turn") {
    await deliver(journal, runId, next.messages);
    number += 1;
    next = await turn(scope, number);
  }
  return next.outcome;
};

const withReply = (outcome: Extract<Outcome, { kind: "limit" }>, reply: AssistantMessage | undefined): Outcome =>
  reply === undefined ? outcome : { ...outcome, reply };

const withoutReply = (outcome: Outcome): RunEndEntry["outcome"] => {
  if (outcome.kind === "done") return { kind: "done", ...(outcome.output === undefined ? {} : { output: outcome.output }) };
  return outcome.kind === "limit" ? { kind: "limit", limit: outcome.limit } : outcome;
};

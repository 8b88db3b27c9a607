import type { ScreenSession } from "../screen-session.ts";
import type { Choices } from "./dialog.ts";

/** The work of a session, which ends when the user leaves it. */
export interface LeavingWork {
  readonly session: Pick<ScreenSession, "state" | "status" | "waiting" | "isShared">;
  /** The running commands of the user, as typed. */
  readonly commands: readonly string[];
}

/** One kind of work: its count for a title, and each piece of it by its name. */
interface Part {
  readonly count: string;
  readonly names: readonly string[];
}

const partsOf = ({ session: { status, waiting, state, isShared = false }, commands }: LeavingWork): readonly Part[] => {
  if (isShared) return [];
  const jobs = state.jobs.filter((job) => job.state !== "ended");
  const tasks = state.tasks.filter((task) => task.state !== "done");
  return [
    // An aborted run drops the messages that are queued for it.
    ...(status === "running"
      ? [
          { count: "a run", names: [] },
          ...counted(
            "queued message",
            waiting.map(({ text }) => `queued: ${text}`),
          ),
        ]
      : []),
    ...counted("command", commands),
    ...counted(
      "background command",
      jobs.map(({ id, command }) => `${id} ${command}`),
    ),
    ...counted(
      "background task",
      tasks.map(({ id, name, description }) => `${id} ${name}: ${description}`),
    ),
  ];
};

const counted = (noun: string, names: readonly string[]): readonly Part[] =>
  names.length === 0 ? [] : [{ count: `${names.length} ${noun}${names.length === 1 ? "" : "s"}`, names }];

/** Names the work, a line for each piece. Empty: nothing runs. */
export const leavingText = (work: LeavingWork): string =>
  partsOf(work)
    .flatMap(({ count, names }) => (names.length === 0 ? [count] : names))
    .join("\n");

/** Asks whether to leave a session that still works. Undefined: nothing runs. */
export const leavingChoices = (work: LeavingWork, kind: string): Choices<boolean> | undefined => {
  const parts = partsOf(work);
  if (parts.length === 0) return undefined;
  const text = leavingText(work);
  return {
    title: `Still working: ${parts.map(({ count }) => count).join(", ")}`,
    items: [
      { label: "Stay", value: false },
      { label: kind === "exit" ? "End and exit" : "End and leave this session", value: true },
    ],
    preview: () => text,
  };
};

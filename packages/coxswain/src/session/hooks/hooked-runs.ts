import type { Clock } from "../../base/index.ts";
import { type Outcome, type Queued, runError, type RunHook } from "../../loop/index.ts";
import type { SessionJournal } from "../../journal/index.ts";
import type { Admissions } from "../inbox/index.ts";
import type { LiveRun } from "../runs/index.ts";
import type { SessionHooks } from "../../hooks/index.ts";
import { RunHooks } from "./run-hooks.ts";

/** Changes of hooks to a run before it begins. */
export interface RunBegun {
  /** The runtime's hooks. */
  readonly hook?: RunHook;
  /** Replaces the run's messages. */
  readonly messages?: readonly Queued[];
  /** Added to the run's system prompt. */
  readonly system?: string;
  /** Returns the text that the run's turns so far added to the system prompt. */
  readonly turnSystem?: () => string | undefined;
}

export interface HookedRunsParts {
  readonly hooks: SessionHooks | undefined;
  readonly journal: SessionJournal;
  readonly admissions: Admissions;
  readonly clock: Clock;
}

type Go = (live: LiveRun, begun?: RunBegun) => Promise<Outcome>;

/** Wraps runs in the runtime's hooks, if it has any. */
export const hookedRuns = (parts: HookedRunsParts, go: Go): ((live: LiveRun) => Promise<Outcome>) => {
  const { hooks, journal, admissions, clock } = parts;
  if (hooks === undefined) return go;
  return async (live) => {
    if (!hooks.any) return go(live);
    const ofRun = new RunHooks({ hooks, journal, clock, run: live });
    // The hooks ran for a resumed run before the crash.
    const own = { hook: ofRun, turnSystem: () => ofRun.turnSystem };
    if (live.resumes) return ended(ofRun, await go(live, own));
    const beginning = await ofRun.beforeRun(live.messages);
    if (beginning.kind === "denied") return refuseRun(parts, live, beginning.error);
    const { messages, joined, system } = beginning;
    admissions.cancel(waiting(admissions, joined), { reason: "A hook merged this message into the one before it." });
    return ended(ofRun, await go(live, { ...own, messages, ...(system === undefined ? {} : { system }) }));
  };
};

const ended = async (hooks: RunHooks, outcome: Outcome): Promise<Outcome> => {
  await hooks.runEnd(outcome);
  return outcome;
};

export type RefusingParts = Pick<HookedRunsParts, "journal" | "admissions">;

/** Fails a run that does not begin. Appends only the cancellation of messages that were queued in the log. */
export const refuseRun = ({ journal, admissions }: RefusingParts, live: LiveRun, error: Error): Outcome => {
  live.refuse(error);
  admissions.cancel(waiting(admissions, live.messages), { reason: error.message });
  journal.emit({ type: "run_start", runId: live.id });
  return { kind: "failed", error: runError(error) };
};

const waiting = (admissions: Admissions, messages: readonly Queued[]): readonly Queued[] =>
  messages.filter(({ id }) => admissions.waits(id));

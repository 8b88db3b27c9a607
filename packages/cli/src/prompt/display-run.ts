import type { Event, Outcome } from "coxswain";
import { EXIT, type Interruption, type ProcessContext, type ExitCode } from "../process/index.ts";
import { UsageError } from "../argv/index.ts";
import { writeMoreErrors } from "../output/index.ts";
import type { Display, ShownSession } from "./display.ts";
import { type RunResult, runResult, failedResult } from "./run-result.ts";
import { EMPTY_REPORT, type Report, withEvent, withEvidence } from "./report.ts";

/** Events of a session and its agents; the last one ends a run of the session. */
export interface AbortableEvents extends AsyncIterable<Event> {
  abort(): void;
}

export interface DisplayRunOptions {
  readonly session: ShownSession;
  readonly begin: () => AbortableEvents;
  readonly display: Display;
  readonly interrupted: Interruption;
  readonly stdout: ProcessContext["stdout"];
  /** Returns true if the session outlives this process. */
  readonly isSaved: (outcome: Outcome, report: Report) => boolean;
  /** Describes the denied calls. Default: only names their tools. */
  readonly denials?: () => string | undefined;
}

export interface DisplayedRun {
  readonly result: RunResult;
  readonly outcome: Outcome;
  readonly report: Report;
  readonly saved: boolean;
}

/** Runs work to its end and shows it. A signal or a closed stdout aborts it. */
export const displayRun = async (performance: DisplayRunOptions): Promise<DisplayedRun> => {
  const { session, display, interrupted, stdout } = performance;
  display.start(session);
  const work = performance.begin();
  const stop = AbortSignal.any([interrupted.signal, stdout.closed]);
  const abort = (): void => work.abort();
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort, { once: true });

  let report = EMPTY_REPORT;
  let outcome: Outcome = { kind: "aborted" };
  for await (const event of work) {
    report = withEvent(report, event);
    if (event.type === "run_end" && event.agent.depth === 0) outcome = event.outcome;
    await display.event(event);
  }
  const stopped = interrupted.code ?? (stdout.closed.aborted ? EXIT.unread : undefined);
  const resumable = performance.isSaved(outcome, report);
  const result = runResult(outcome, report, { stopped, resumable, denials: performance.denials });
  report = await withEvidence(report, session.state.cwd);
  display.end(result, report);
  return { result, outcome, report, saved: resumable };
};

/** Reports a run that could not start as a failed one, so that JSON output always has a result. */
export const reportFailedStart = (error: unknown, display: Display, { stderr }: Pick<ProcessContext, "stderr">): ExitCode => {
  if (error instanceof UsageError || !(error instanceof Error) || !("code" in error)) throw error;
  const result = failedResult(error.message, String(error.code));
  display.end(result, EMPTY_REPORT);
  writeMoreErrors(error, stderr);
  return result.code;
};

import type { Event, Outcome } from "coxswain";
import { EXIT, type Interruption, type ProcessContext } from "../process/index.ts";
import type { Display, ShownSession } from "./display.ts";
import { type Ending, endingOf } from "./ending.ts";
import { EMPTY_REPORT, type Report, withEvent } from "./report.ts";

/** Events of a session and its agents; the last one ends a run of the session. */
export interface Work extends AsyncIterable<Event> {
  abort(): void;
}

export interface PerformOptions {
  readonly session: ShownSession;
  readonly begin: () => Work;
  readonly display: Display;
  readonly interrupted: Interruption;
  readonly stdout: ProcessContext["stdout"];
  /** Returns true if the session outlives this process. */
  readonly isSaved: (outcome: Outcome, report: Report) => boolean;
}

export interface PerformResult {
  readonly ending: Ending;
  readonly outcome: Outcome;
  readonly report: Report;
  readonly saved: boolean;
}

/** Runs work to its end and shows it. A signal or a closed stdout aborts it. */
export const perform = async (performance: PerformOptions): Promise<PerformResult> => {
  const { session, display, interrupted, stdout } = performance;
  display.start(session);
  const work = performance.begin();
  const stop = AbortSignal.any([interrupted.signal, stdout.gone]);
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
  const stopped = interrupted.code ?? (stdout.gone.aborted ? EXIT.unread : undefined);
  const resumable = performance.isSaved(outcome, report);
  const ending = endingOf(outcome, report, { stopped, resumable });
  display.end(ending, report);
  return { ending, outcome, report, saved: resumable };
};

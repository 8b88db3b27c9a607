import type { Event, Outcome } from "coxswain";
import { EXIT, type Interruption, type ProcessContext } from "../process/index.ts";
import type { Display, ShownSession } from "./display.ts";
import { type Ending, endingOf } from "./ending.ts";
import { NOTHING, type Report, withEvent } from "./report.ts";

/** Work of a session's: its events and those of its agents, the last of which is the end of a run of its own. */
export interface Work extends AsyncIterable<Event> {
  abort(): void;
}

export interface Performance {
  readonly session: ShownSession;
  readonly begin: () => Work;
  readonly display: Display;
  readonly interrupted: Interruption;
  readonly stdout: ProcessContext["stdout"];
  /** Whether the session outlives this process, given how the run ended. */
  readonly keeps: (outcome: Outcome, report: Report) => boolean;
}

export interface Performed {
  readonly ending: Ending;
  readonly outcome: Outcome;
  readonly report: Report;
  readonly kept: boolean;
}

/** Takes work to its end and shows it. A signal, or a reader of standard output that leaves, aborts it. */
export const perform = async (performance: Performance): Promise<Performed> => {
  const { session, display, interrupted, stdout } = performance;
  display.start(session);
  const work = performance.begin();
  const stop = AbortSignal.any([interrupted.signal, stdout.gone]);
  const abort = (): void => work.abort();
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort, { once: true });

  let report = NOTHING;
  let outcome: Outcome = { kind: "aborted" };
  for await (const event of work) {
    report = withEvent(report, event);
    if (event.type === "run_end" && event.agent.depth === 0) outcome = event.outcome;
    await display.event(event);
  }
  const stopped = interrupted.code ?? (stdout.gone.aborted ? EXIT.unread : undefined);
  const kept = performance.keeps(outcome, report);
  const ending = endingOf(outcome, report, { stopped, kept });
  display.end(ending, report);
  return { ending, outcome, report, kept };
};

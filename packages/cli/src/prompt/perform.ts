import type { Outcome, PromptInput, PromptOptions, Session } from "coxswain";
import { EXIT, type Interruption, type Surroundings } from "../process/index.ts";
import type { Display } from "./display.ts";
import { type Ending, endingOf } from "./ending.ts";
import { NOTHING, type Report, withEvent } from "./report.ts";

export interface Performance {
  readonly session: Session;
  readonly input: PromptInput;
  readonly options?: PromptOptions;
  /** Names of the tools that the model is given. */
  readonly tools: readonly string[];
  readonly display: Display;
  readonly interrupted: Interruption;
  readonly stdout: Surroundings["stdout"];
  /** Whether the session outlives this process, given how the run ended. */
  readonly keeps: (outcome: Outcome, report: Report) => boolean;
}

export interface Performed {
  readonly ending: Ending;
  readonly outcome: Outcome;
  readonly report: Report;
  readonly kept: boolean;
}

/** Takes one prompt to its end and shows it. A signal, or a reader of standard output that leaves, aborts it. */
export const perform = async (performance: Performance): Promise<Performed> => {
  const { session, display, interrupted, stdout } = performance;
  display.start(session, performance.tools);
  const run = session.prompt(performance.input, performance.options);
  const stop = AbortSignal.any([interrupted.signal, stdout.gone]);
  const abort = (): void => run.abort();
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort, { once: true });

  let report = NOTHING;
  for await (const event of run) {
    report = withEvent(report, event);
    display.event(event);
  }
  const outcome = await run.outcome;
  const stopped = interrupted.code ?? (stdout.gone.aborted ? EXIT.unread : undefined);
  const kept = performance.keeps(outcome, report);
  const ending = endingOf(outcome, report, { stopped, kept });
  display.end(ending, report);
  return { ending, outcome, report, kept };
};

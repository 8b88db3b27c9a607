import type { Event, Outcome, Run } from "coxswain";
import type { ExitCode } from "../../process/index.ts";
import { type Display, type Ending, endingOf, EMPTY_REPORT, type Report, withEvent } from "../../prompt/index.ts";

/** The runs of a session, each told from its beginning to an end of its own. */
export interface RunReporter {
  /** How the last one ended. */
  readonly last: Ending | undefined;
  /** Whether anything came of any of them: a model answered, or it was called off. */
  readonly hasResult: boolean;
  /** Resolves when the next event was told. */
  readonly next: Promise<void>;
  /** Tells an end that no event tells, as of what is no run. */
  end(ending: Ending): void;
  /** Tells how a run ended that was refused, and left no trace in the session. */
  refused(run: Run): Promise<void>;
  /** Tells what happens until the session is closed. */
  report(events: AsyncIterable<Event>): Promise<void>;
}

export interface RunReporterOptions {
  readonly display: Display;
  /** Whether the session can be continued. */
  readonly resumable: boolean;
  /** The code of what stopped the program. */
  readonly stopped: () => ExitCode | undefined;
}

export const runReporter = ({ display, resumable, stopped }: RunReporterOptions): RunReporter => {
  let report: Report = EMPTY_REPORT;
  let last: Ending | undefined;
  let cameToSomething = false;
  let next = Promise.withResolvers<void>();

  const end = (ending: Ending): void => {
    last = ending;
    display.end(ending, report);
    // What the session has cost, what goes on in it and what is asked are not of one run alone.
    report = { ...EMPTY_REPORT, sessionCost: report.sessionCost, jobs: report.jobs, asked: report.asked };
  };
  const endOf = (outcome: Outcome): void => {
    cameToSomething ||= outcome.kind !== "failed" || Object.keys(report.models).length > 0;
    end(endingOf(outcome, report, { stopped: stopped(), resumable: resumable }));
  };

  return {
    get last() {
      return last;
    },
    get hasResult() {
      return cameToSomething;
    },
    get next() {
      return next.promise;
    },
    end,
    async refused(run) {
      const outcome = await Promise.race([run.outcome, Promise.resolve(undefined)]);
      if (outcome?.kind === "failed") endOf(outcome);
    },
    async report(events) {
      for await (const event of events) {
        report = withEvent(report, event);
        await display.event(event);
        if (event.type === "run_end" && event.agent.depth === 0) endOf(event.outcome);
        next.resolve();
        next = Promise.withResolvers();
      }
    },
  };
};

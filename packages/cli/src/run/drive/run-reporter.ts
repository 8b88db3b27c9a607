import type { Event, Outcome, Run } from "coxswain";
import type { ExitCode } from "../../process/index.ts";
import { type Display, type RunResult, runResult, EMPTY_REPORT, type Report, withEvent, withEvidence } from "../../prompt/index.ts";

/** Reports the runs of a session, each with its own result. */
export interface RunReporter {
  /** The result of the last run. */
  readonly last: RunResult | undefined;
  /** True if any run had a result: a model answered, or the run was aborted. */
  readonly hasResult: boolean;
  /** Resolves when the next event has been displayed. */
  readonly next: Promise<void>;
  /** Displays a result without a `run_end` event, for example that of a slash command. */
  end(result: RunResult): void;
  /** Displays the result of a rejected run, which has no entries in the session. */
  refused(run: Run): Promise<void>;
  /** Displays events until the session is closed. */
  report(events: AsyncIterable<Event>): Promise<void>;
}

export interface RunReporterOptions {
  readonly display: Display;
  /** The session's folder, absolute. */
  readonly folder: string;
  /** True if the session can be continued. */
  readonly resumable: boolean;
  /** Returns the exit code if the program was stopped. */
  readonly stopped: () => ExitCode | undefined;
  /** Describes the calls that were denied in the last run. */
  readonly denials: () => string | undefined;
}

export const runReporter = ({ display, folder, resumable, stopped, denials }: RunReporterOptions): RunReporter => {
  let report: Report = EMPTY_REPORT;
  let last: RunResult | undefined;
  let hasResult = false;
  let next = Promise.withResolvers<void>();

  const end = (result: RunResult): void => {
    last = result;
    display.end(result, report);
    // The session's cost, its work in the background and its open questions span several runs.
    report = { ...EMPTY_REPORT, sessionCost: report.sessionCost, jobs: report.jobs, asked: report.asked, work: report.work };
  };
  const endOf = async (outcome: Outcome): Promise<void> => {
    report = await withEvidence(report, folder);
    hasResult ||= outcome.kind !== "failed" || Object.keys(report.models).length > 0;
    end(runResult(outcome, report, { stopped: stopped(), resumable, denials }));
  };

  return {
    get last() {
      return last;
    },
    get hasResult() {
      return hasResult;
    },
    get next() {
      return next.promise;
    },
    end,
    async refused(run) {
      const outcome = await Promise.race([run.outcome, Promise.resolve(undefined)]);
      if (outcome?.kind === "failed") await endOf(outcome);
    },
    async report(events) {
      for await (const event of events) {
        report = withEvent(report, event);
        await display.event(event);
        if (event.type === "run_end" && event.agent.depth === 0) await endOf(event.outcome);
        next.resolve();
        next = Promise.withResolvers();
      }
    },
  };
};

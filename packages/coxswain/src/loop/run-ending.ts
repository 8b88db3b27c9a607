import type { Outcome } from "./outcome.ts";

/** As the reason of a run's signal: the run is not aborted, but ends with this. */
export class RunEnding {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }
}

/** What ended a run whose signal has aborted, as the results of its calls say it. */
export const endedBy = ({ reason }: AbortSignal): string => {
  if (!(reason instanceof RunEnding)) return "by the user";
  return reason.outcome.kind === "limit" ? "at the run's limit" : "as the run failed";
};

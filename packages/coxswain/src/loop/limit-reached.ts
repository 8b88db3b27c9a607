import type { Limit } from "./outcome.ts";

/** As the reason of a run's signal: the run is not aborted, but ends with this limit. */
export class LimitReached {
  readonly limit: Limit;

  constructor(limit: Limit) {
    this.limit = limit;
  }
}

/** What ended a run whose signal has aborted, as the results of its calls say it. */
export const endedBy = ({ reason }: AbortSignal): string => (reason instanceof LimitReached ? "at the run's limit" : "by the user");

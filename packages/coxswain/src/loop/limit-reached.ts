import type { Limit } from "./outcome.ts";

/** As the reason of a run's signal: the run is not aborted, but ends with this limit. */
export class LimitReached {
  readonly limit: Limit;

  constructor(limit: Limit) {
    this.limit = limit;
  }
}

export interface Clock {
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

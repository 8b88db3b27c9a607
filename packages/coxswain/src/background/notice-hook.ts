import type { Queued, RunHook } from "../loop/index.ts";

/** The tasks, or the jobs, whose notices a run delivers. */
export interface NoticeSource {
  readonly undelivered: readonly Queued[];
  closeInterrupted(): Promise<void>;
}

/**
 * Adds completion notices to a run, before its next request and at its end. `beforeEnd` may delay the end of a run that does not end
 * before its tasks.
 */
export const noticeHook = (source: NoticeSource, beforeEnd?: (signal: AbortSignal) => Promise<void>): RunHook => ({
  async turnStart() {
    await source.closeInterrupted();
    return { messages: source.undelivered };
  },
  async turnEnd({ last }, signal) {
    await source.closeInterrupted();
    if (last) await beforeEnd?.(signal);
    return { messages: source.undelivered };
  },
});

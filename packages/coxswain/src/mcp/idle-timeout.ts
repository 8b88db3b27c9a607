import type { Timers } from "../workspace/index.ts";

/** Aborts a request that makes no progress, or that its caller aborts. */
export interface IdleTimeout {
  readonly signal: AbortSignal;
  /** True if the timeout aborted it. */
  readonly isOver: boolean;
  /** Starts again from zero. */
  reset(): void;
  /** Stops it until the returned function is called, which starts again from zero. */
  pause(): () => void;
  end(): void;
}

export const idleTimeout = (milliseconds: number, caller: AbortSignal, timers: Timers): IdleTimeout => {
  const controller = new AbortController();
  let isOver = false;
  let pauses = 0;
  let cancel = (): void => {};
  const reset = (): void => {
    cancel();
    if (pauses > 0 || controller.signal.aborted) return;
    cancel = timers.after(milliseconds, () => {
      isOver = true;
      controller.abort(new Error("timeout"));
    });
  };
  const abort = (): void => controller.abort(caller.reason);
  if (caller.aborted) abort();
  else caller.addEventListener("abort", abort, { once: true });
  reset();
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    reset,
    pause() {
      pauses += 1;
      cancel();
      return () => {
        pauses -= 1;
        reset();
      };
    },
    end() {
      pauses = Number.POSITIVE_INFINITY;
      cancel();
      caller.removeEventListener("abort", abort);
    },
  };
};

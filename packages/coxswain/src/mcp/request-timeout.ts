import type { Timers } from "../workspace/index.ts";

/** Milliseconds until a request is aborted: without progress, and in spite of it. */
export interface RequestLimits {
  readonly idle: number;
  readonly total: number;
}

/** Aborts a request that exceeds a limit, or that its caller aborts. */
export interface RequestTimeout {
  readonly signal: AbortSignal;
  /** The limit that aborted it. */
  readonly exceeded: keyof RequestLimits | undefined;
  /** Starts the idle time again from zero. */
  reset(): void;
  /** Stops both times until the returned function is called. The idle time then starts again from zero. */
  pause(): () => void;
  end(): void;
}

export const requestTimeout = ({ idle, total }: RequestLimits, caller: AbortSignal, timers: Timers): RequestTimeout => {
  const controller = new AbortController();
  let exceeded: keyof RequestLimits | undefined;
  let pauses = 0;
  let pausedAt = 0;
  let deadline = timers.now() + total;
  let cancel = (): void => {};
  const reset = (): void => {
    cancel();
    if (pauses > 0 || controller.signal.aborted) return;
    const left = Math.max(0, deadline - timers.now());
    cancel = timers.after(Math.min(idle, left), () => {
      exceeded = idle < left ? "idle" : "total";
      controller.abort(new Error("timeout"));
    });
  };
  const abort = (): void => controller.abort(caller.reason);
  if (caller.aborted) abort();
  else caller.addEventListener("abort", abort, { once: true });
  reset();
  return {
    signal: controller.signal,
    get exceeded() {
      return exceeded;
    },
    reset,
    pause() {
      if (pauses === 0) pausedAt = timers.now();
      pauses += 1;
      cancel();
      return () => {
        pauses -= 1;
        if (pauses === 0) deadline += timers.now() - pausedAt;
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

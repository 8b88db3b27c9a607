/** Bounds how long something takes in all. */
export interface TimeCap {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Waits for what does not count, as a person's answer. */
  without<T>(waiting: () => Promise<T>): Promise<T>;
  /** No time counts any more. */
  end(): void;
}

export const timeCap = (milliseconds: number): TimeCap => {
  const controller = new AbortController();
  let left = milliseconds;
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  const run = (): void => {
    begun = performance.now();
    timer = setTimeout(() => controller.abort(), left);
  };
  const stop = (): void => {
    clearTimeout(timer);
    left -= performance.now() - begun;
  };
  run();
  return {
    signal: controller.signal,
    async without(waiting) {
      stop();
      try {
        return await waiting();
      } finally {
        run();
      }
    },
    end: stop,
  };
};

/** What a promise comes to, or a rejection as soon as the signal aborts: not everything that is waited for can be stopped. */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

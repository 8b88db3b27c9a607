import type { Timers } from "../workspace/index.ts";

/** Passes on lines of progress, at most one per interval: the latest. A server may send any number of them. */
export interface ProgressLines {
  push(line: string): void;
  /** Passes on a line that still waits. Must be the last call. */
  end(): void;
}

/** Milliseconds between two lines. */
export const INTERVAL = 100;

export const progressLines = (show: (line: string) => void, timers: Timers): ProgressLines => {
  let latest: string | undefined;
  let cancel: (() => void) | undefined;
  const pass = (): void => {
    cancel = undefined;
    if (latest === undefined) return;
    const line = latest;
    latest = undefined;
    cancel = timers.after(INTERVAL, pass);
    show(line);
  };
  return {
    push(line) {
      latest = line;
      if (cancel === undefined) pass();
    },
    end() {
      cancel?.();
      pass();
      cancel?.();
    },
  };
};

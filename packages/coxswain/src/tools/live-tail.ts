/** Emits the end of growing output, at most once per interval. */
export interface LiveTail {
  push(text: string): void;
  /** Emits the remaining output. Must be the last call. */
  finish(): void;
}

/** Milliseconds between two updates, and characters per update. */
const INTERVAL = 100;
const LENGTH = 4000;

export const liveTail = (show: (text: string) => void): LiveTail => {
  let tail = "";
  let changed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    timer = undefined;
    if (!changed) return;
    changed = false;
    show(tail);
    timer = setTimeout(look, INTERVAL);
  };
  return {
    push(text) {
      tail = (tail + text).slice(-LENGTH).toWellFormed();
      changed = true;
      if (timer === undefined) look();
    },
    finish() {
      clearTimeout(timer);
      look();
      clearTimeout(timer);
    },
  };
};

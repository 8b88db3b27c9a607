/** Shows the end of output that grows, not more often than once an interval. */
export interface LiveTail {
  push(text: string): void;
  /** Shows what was not shown yet. Nothing comes after it. */
  finish(): void;
}

/** Milliseconds between two looks, and characters that one shows: a screen takes in no more. */
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

import { setImmediate } from "node:timers/promises";
import type { Typing } from "./read-line.ts";

/** Drops what was typed by now. A terminal gives it line by line: all has come when a whole round of the event loop brings none. */
export const dropTyped = async (stdin: Typing): Promise<void> => {
  let came = false;
  const drop = (): void => {
    came = true;
  };
  stdin.on("data", drop);
  stdin.resume();
  do {
    came = false;
    // The first may come before anything is read, the second does not.
    await setImmediate();
    await setImmediate();
  } while (came);
  stdin.off("data", drop);
};

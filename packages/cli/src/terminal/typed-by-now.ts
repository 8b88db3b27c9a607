import { setImmediate } from "node:timers/promises";
import type { TerminalInput } from "./typing.ts";

/** Takes what was typed by now, and has not been taken. A terminal gives it line by line: all has come when a whole round of the event loop brings none. */
export const drainInput = async (stdin: TerminalInput): Promise<string> => {
  let typed = "";
  let came = false;
  const take = (text: string | Uint8Array): void => {
    typed += String(text);
    came = true;
  };
  stdin.on("data", take);
  stdin.resume();
  do {
    came = false;
    // The first may come before anything is read, the second does not.
    await setImmediate();
    await setImmediate();
  } while (came);
  stdin.off("data", take);
  return typed;
};

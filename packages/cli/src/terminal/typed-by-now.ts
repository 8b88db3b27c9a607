import { setImmediate } from "node:timers/promises";
import type { TerminalInput } from "./typing.ts";

/**
 * Reads all pending input. A terminal delivers it line by line, so it is drained once a full round of the event loop
 * yields none.
 */
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
    // The first round may end before any read; the second does not.
    await setImmediate();
    await setImmediate();
  } while (came);
  stdin.off("data", take);
  return typed;
};

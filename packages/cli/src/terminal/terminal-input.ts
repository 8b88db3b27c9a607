import { setImmediate } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

/** Terminal input: stdin or a test double. */
export type TerminalInput = Pick<NodeJS.ReadStream, "on" | "off" | "once" | "pause" | "resume" | "setEncoding" | "readableEnded">;

/**
 * Reads all pending input. A terminal delivers it line by line, so it is drained once a full round of the event loop
 * yields none.
 */
export const drainInput = async (stdin: TerminalInput): Promise<string> => {
  let typed = "";
  let received = false;
  const onData = (text: string | Uint8Array): void => {
    typed += String(text);
    received = true;
  };
  stdin.on("data", onData);
  stdin.resume();
  do {
    received = false;
    // The first round may end before any read; the second does not.
    await setImmediate();
    await setImmediate();
  } while (received);
  stdin.off("data", onData);
  return typed;
};

/**
 * Reads the next typed line without escape sequences. Returns undefined at the end of input or when the signal aborts.
 * Lines that arrive together, as when pasted, are one answer.
 */
export const readAnswer = async (stdin: TerminalInput, signal: AbortSignal): Promise<string | undefined> => {
  if (signal.aborted || stdin.readableEnded) return undefined;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let typed = "";
  const onData = (text: string): void => {
    typed += text;
    if (/[\r\n]/.test(text)) resolve(true);
  };
  const stop = (): void => resolve(false);
  stdin.setEncoding("utf8");
  stdin.on("data", onData);
  stdin.once("end", stop);
  signal.addEventListener("abort", stop, { once: true });
  stdin.resume();
  try {
    if (!(await promise)) return undefined;
    stdin.off("data", onData);
    return plain(typed + (await drainInput(stdin)));
  } finally {
    stdin.off("data", onData);
    stdin.off("end", stop);
    signal.removeEventListener("abort", stop);
    // A flowing stdin keeps the process alive.
    stdin.pause();
  }
};

/** Strips escape sequences and the final line break. */
const plain = (typed: string): string =>
  stripVTControlCharacters(typed)
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

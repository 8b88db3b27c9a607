import { stripVTControlCharacters } from "node:util";
import { drainInput } from "./typed-by-now.ts";
import type { TerminalInput } from "./typing.ts";

/**
 * The next line that a person types, without what moves a cursor; undefined when there is no more, or the signal aborts. More
 * lines that come in one go with it, as when they are pasted, belong to it.
 */
export const readAnswer = async (stdin: TerminalInput, signal: AbortSignal): Promise<string | undefined> => {
  if (signal.aborted || stdin.readableEnded) return undefined;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let typed = "";
  const take = (text: string): void => {
    typed += text;
    if (/[\r\n]/.test(text)) resolve(true);
  };
  const leave = (): void => resolve(false);
  stdin.setEncoding("utf8");
  stdin.on("data", take);
  stdin.once("end", leave);
  signal.addEventListener("abort", leave, { once: true });
  stdin.resume();
  try {
    if (!(await promise)) return undefined;
    stdin.off("data", take);
    return plain(typed + (await drainInput(stdin)));
  } finally {
    stdin.off("data", take);
    stdin.off("end", leave);
    signal.removeEventListener("abort", leave);
    // One that is read from keeps the process alive.
    stdin.pause();
  }
};

/** The end of the last line ends it. */
const plain = (typed: string): string =>
  stripVTControlCharacters(typed)
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

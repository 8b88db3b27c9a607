import { stripVTControlCharacters } from "node:util";

/** What is read of a terminal: standard input, or a stand-in for it. */
export type Typing = Pick<NodeJS.ReadStream, "on" | "off" | "once" | "pause" | "resume" | "setEncoding" | "readableEnded">;

/**
 * The next line that a person types, without what moves a cursor; undefined when there is no more, or the signal aborts. What
 * was typed after it in one go is dropped: it cannot be an answer to what was not asked yet.
 */
export const readLine = async (stdin: Typing, signal: AbortSignal): Promise<string | undefined> => {
  if (signal.aborted || stdin.readableEnded) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let typed = "";
  const take = (text: string): void => {
    typed += text;
    const end = typed.search(/[\r\n]/);
    if (end >= 0) resolve(typed.slice(0, end));
  };
  const leave = (): void => resolve(undefined);
  stdin.setEncoding("utf8");
  stdin.on("data", take);
  stdin.once("end", leave);
  signal.addEventListener("abort", leave, { once: true });
  stdin.resume();
  try {
    const line = await promise;
    return line === undefined ? undefined : stripVTControlCharacters(line).trim();
  } finally {
    stdin.off("data", take);
    stdin.off("end", leave);
    signal.removeEventListener("abort", leave);
    // One that is read from keeps the process alive.
    stdin.pause();
  }
};

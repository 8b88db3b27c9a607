import { UsageError } from "../argv/index.ts";
import { interruption, type ProcessContext } from "../process/index.ts";
import { pipedText } from "../task/index.ts";

/**
 * Reads a key from stdin, or from a hidden prompt at the terminal. Undefined when the user cancels.
 * @throws {UsageError} without piped input and a terminal
 */
export const askKey = async (label: string, context: ProcessContext): Promise<string | undefined> => {
  if (context.stdin.isTTY) return typedKey(label, context);
  const piped = await pipedText(context);
  if (piped === undefined || piped.trim() === "") throw new UsageError("no key given. Pipe it in, or run this at a terminal and type it");
  return piped;
};

const typedKey = async (label: string, { stdin, stderr, signals }: ProcessContext): Promise<string | undefined> => {
  using interrupted = interruption(signals);
  try {
    return await readHiddenLine(stdin, () => stderr.write(`Key for ${label} (hidden while you type): `), interrupted.signal);
  } finally {
    stdin.destroy();
    stderr.write("\n");
  }
};

/**
 * Reads a line that the terminal does not show. Undefined if the user cancels, the input ends, or the signal aborts.
 * @param begin shows the prompt; called once echo is off
 * @param onChange called after each input with the line before and after it
 */
export const readHiddenLine = async (
  stdin: ProcessContext["stdin"],
  begin: () => void,
  signal: AbortSignal,
  onChange: (before: HiddenLine, line: HiddenLine) => void = () => {},
): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let line = EMPTY_LINE;
  const onData = (keys: string): void => {
    const before = line;
    line = applyKeys(line, keys);
    onChange(before, line);
    if (line.state !== "typing") resolve(line.state === "done" ? line.text : undefined);
  };
  const cancel = (): void => resolve(undefined);
  signal.addEventListener("abort", cancel, { once: true });
  stdin.once("end", cancel);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8").on("data", onData).resume();
  begin();
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", cancel);
    stdin.off("end", cancel);
    stdin.off("data", onData);
    stdin.setRawMode(false);
    stdin.pause();
  }
};

/** State of a hidden input line. */
export interface HiddenLine {
  readonly text: string;
  /** `done` after Enter; `cancelled` after Ctrl+C, or Ctrl+D on an empty line. */
  readonly state: "typing" | "done" | "cancelled";
}

export const EMPTY_LINE: HiddenLine = { text: "", state: "typing" };

/** Applies raw terminal input to a line. */
export const applyKeys = (typed: HiddenLine, keys: string): HiddenLine => {
  let { text } = typed;
  for (const key of keys.replaceAll(SEQUENCE, "")) {
    if (key === "\r" || key === "\n") return { text, state: "done" };
    if (key === "\u0003" || (key === "\u0004" && text === "")) return { text: "", state: "cancelled" };
    if (key === "\u007f" || key === "\b") text = Array.from(text).slice(0, -1).join("");
    else if (key === "\u0015") text = "";
    else if (key >= " ") text += key;
  }
  return { text, state: "typing" };
};

/** Matches escape sequences of keys and of bracketed paste. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const SEQUENCE = /\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])/g;

import type { Event } from "coxswain";
import { escapeLine, escapeText } from "../output/index.ts";

/** The end of a call, for the screen. */
export interface ResultLines {
  /** Failed calls only. Must not be truncated: it may say what to do. */
  readonly head?: string;
  /** The end of a command's output. */
  readonly output: readonly string[];
}

/** Lines of a failed command's output. */
const MAX_LINES = 5;
/** Characters of a line of output, or of another tool's message, which may contain a part of a file. */
const MAX_MESSAGE = 500;

/**
 * Formats the end of a call, escaped for a terminal: the last lines of a failed or cancelled command, the last line of
 * another command, the message of another failed call.
 * @param reasons the reasons that a question about the call stated. The text for the model repeats them
 */
export const resultLines = (
  { call, result }: Extract<Event, { readonly type: "tool_end" }>,
  reasons: readonly string[] | undefined,
): ResultLines => {
  const { isError, reason, content } = result;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text.trim()] : []));
  const isCommand = call.name === "bash" && reason === undefined;
  if (!isError) return { output: isCommand ? commandOutput(texts.join("\n")).lines.slice(-1).map(withMargin) : [] };
  const name = escapeLine(call.name);
  if (reason === "denied") return { head: `! ${name} denied: ${deniedText(texts.join(" "), reasons)}`, output: [] };
  if (call.name === "bash" && reason === "cancelled") return cancelledCommand(texts);
  if (!isCommand) return { head: `! ${name} ${reason ?? "failed"}: ${shortened(escapeLine(texts.join(" ")))}`, output: [] };
  const { lines, notes } = commandOutput(texts.join("\n"));
  return {
    head: `! ${name} failed: ${notes.length === 0 ? "no exit code" : escapeLine(notes.join("; "))}`,
    output: lines.slice(-MAX_LINES).map(withMargin),
  };
};

/** The reason is the first text, and the output follows. */
const cancelledCommand = ([why = "", ...output]: readonly string[]): ResultLines => ({
  head: `! bash cancelled: ${escapeLine(why)}`,
  output: commandOutput(output.join("\n")).lines.slice(-MAX_LINES).map(withMargin),
});

/** The text for the model begins with the reason of the result, and ends with advice to the model. */
const deniedText = (text: string, reasons: readonly string[] | undefined): string => {
  const own = text.replace(/^Denied: /, "");
  const isUnanswered = reasons !== undefined && own.startsWith(reasons.join("; "));
  return isUnanswered ? escapeLine(reasons.join("; ")) : escapeLine(own);
};

/** Separates the lines that a command printed from the notes after them, such as `[exit code 1]`. */
const commandOutput = (text: string): { readonly lines: readonly string[]; readonly notes: readonly string[] } => {
  const all = text.split("\n").filter((line) => line.trim() !== "" && line !== "(no output)");
  const end = all.findLastIndex((line) => !/^\[.*\]$/.test(line)) + 1;
  return { lines: all.slice(0, end), notes: all.slice(end).map((line) => line.slice(1, -1)) };
};

const withMargin = (line: string): string => `  | ${shortened(escapeText(line.trimEnd()).replaceAll("\t", "  "))}`;

const shortened = (text: string): string => {
  const characters = Array.from(text);
  return characters.length <= MAX_MESSAGE ? text : `${characters.slice(0, MAX_MESSAGE - 1).join("")}…`;
};

import { BadSummaryError } from "./errors.ts";
import type { SummaryAnswer, SummaryJob } from "./summary-job.ts";
import type { MessageRange } from "../context/index.ts";

/**
 * Assembles the summary from the answers to all requests of a job.
 * @throws {BadSummaryError} when an answer is missing, empty or refused.
 */
export const assembleSummary = ({ parts, covers }: SummaryJob, answers: readonly SummaryAnswer[]): string => {
  let requests = 0;
  const texts = parts.map(({ subject, chunks }) => {
    requests += chunks.length;
    const text = textOf(answers[requests - 1]);
    return subject === "task" && parts.length > 1 ? `${TASK}\n\n${text}` : text;
  });
  return withValidPointers(texts.join("\n\n"), covers);
};

/**
 * Validates a summary that no model wrote, like one of a model.
 * @throws {BadSummaryError} when it is empty.
 */
export const acceptSummary = (text: string, { covers }: Pick<SummaryJob, "covers">): string =>
  withValidPointers(textOf({ text, stop: "stop" }), covers);

const TASK = "# The current task, up to the latest messages";

/** Note on a truncated summary, whose text does not show the truncation. */
const TRUNCATED = "[This summary reached its length limit, and is truncated.]";

const textOf = (answer: SummaryAnswer | undefined): string => {
  if (answer === undefined) throw new BadSummaryError("The summary is incomplete.");
  if (answer.stop === "refusal") throw new BadSummaryError("The model refused to write a summary.");
  const text = bare(answer.text);
  if (text === "") throw new BadSummaryError("The model wrote no summary.");
  return answer.stop === "length" ? `${text}\n\n${TRUNCATED}` : text;
};

/** Strips the wrappers that models add to an answer. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^```\w*\n([^]*)\n```$/, "$1")
    .replace(/^<(earlier-)?summary>([^]*?)(<\/(earlier-)?summary>)?$/, "$2")
    .trim();

/**
 * Restricts the pointers of a summary to messages that it covers: numbers beyond them are removed, and pointers without
 * a remaining number. `covers` undefined: no message can be pointed to.
 */
const withValidPointers = (summary: string, covers: MessageRange | undefined): string =>
  summary.replaceAll(POINTER, (_, space: string, listed: string) => {
    const ranges =
      covers === undefined
        ? []
        : [...listed.matchAll(RANGE)].flatMap(([, one, other]) => within(Number(one), Number(other ?? one), covers));
    return ranges.length === 0 ? "" : `${space}[messages ${ranges.join(", ")}]`;
  });

const ONE = String.raw`#?\d+(?:[ \t]*[-\u2013\u2014][ \t]*#?\d+)?`;
const BETWEEN = String.raw`[ \t]*(?:,|;|and)[ \t]*`;
/**
 * Matches the requested pointer format, and variants that models write. The separator between two numbers is spelled
 * out, because a long number could otherwise match in too many ways.
 */
const POINTER = new RegExp(
  String.raw`([ \t]*)\[(?:messages?|msgs?|entries|entry)[ \t:]*(${ONE}(?:${BETWEEN}${ONE})*(?:${BETWEEN})?)\]`,
  "gi",
);
const RANGE = /#?(\d+)(?:[ \t]*[-–—][ \t]*#?(\d+))?/g;

const within = (one: number, other: number, covers: MessageRange): readonly string[] => {
  const from = Math.max(Math.min(one, other), covers.from);
  const to = Math.min(Math.max(one, other), covers.to);
  if (from > to) return [];
  return [from === to ? `${from}` : `${from}-${to}`];
};

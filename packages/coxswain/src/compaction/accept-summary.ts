import { BadSummaryError } from "./errors.ts";
import type { SummaryAnswer, SummaryJob } from "./summary-job.ts";
import type { MessageRange } from "../context/index.ts";

/**
 * The summary that the answers to all requests of a job make.
 * @throws {BadSummaryError} when one is missing, empty or refused.
 */
export const takeSummary = ({ parts, covers }: SummaryJob, answers: readonly SummaryAnswer[]): string => {
  let asked = 0;
  const texts = parts.map(({ subject, chunks }) => {
    asked += chunks.length;
    const text = textOf(answers[asked - 1]);
    return subject === "task" && parts.length > 1 ? `${TASK}\n\n${text}` : text;
  });
  return withSoundPointers(texts.join("\n\n"), covers);
};

/** A summary that no model was asked for, judged as one that a model wrote. @throws {BadSummaryError} when it is empty. */
export const givenSummary = (text: string, { covers }: Pick<SummaryJob, "covers">): string =>
  withSoundPointers(textOf({ text, stop: "stop" }), covers);

const TASK = "# The task under way, up to the latest messages";

/** A model that is cut off says so nowhere in its text. */
const CUT_OFF = "[This summary was cut off where it had become too long.]";

const textOf = (answer: SummaryAnswer | undefined): string => {
  if (answer === undefined) throw new BadSummaryError("The summary is not finished.");
  if (answer.stop === "refusal") throw new BadSummaryError("The model refused to write a summary.");
  const text = bare(answer.text);
  if (text === "") throw new BadSummaryError("The model wrote no summary.");
  return answer.stop === "length" ? `${text}\n\n${CUT_OFF}` : text;
};

/** Without what models like to wrap an answer in. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^```\w*\n([^]*)\n```$/, "$1")
    .replace(/^<(earlier-)?summary>([^]*?)(<\/(earlier-)?summary>)?$/, "$2")
    .trim();

/**
 * A summary whose pointers all point to messages that it covers: what lies beyond is left out of a pointer, and with all of it
 * the pointer. Undefined: it covers none that could be pointed to.
 */
const withSoundPointers = (summary: string, covers: MessageRange | undefined): string =>
  summary.replaceAll(POINTER, (_, space: string, listed: string) => {
    const ranges =
      covers === undefined
        ? []
        : [...listed.matchAll(RANGE)].flatMap(([, one, other]) => within(Number(one), Number(other ?? one), covers));
    return ranges.length === 0 ? "" : `${space}[messages ${ranges.join(", ")}]`;
  });

const ONE = String.raw`#?\d+(?:[ \t]*[-\u2013\u2014][ \t]*#?\d+)?`;
const BETWEEN = String.raw`[ \t]*(?:,|;|and)[ \t]*`;
/** As it is asked for, and as models write it. What stands between two numbers is said, or a long number could be read in too many ways. */
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

import { BadSummaryError } from "./summary-errors.ts";
import { withSoundPointers } from "./pointers.ts";
import type { SummaryAnswer, SummaryJob } from "./summary-job.ts";

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

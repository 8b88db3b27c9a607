import { asRecord } from "../base/index.ts";
import type { AnsweredQuestion, CallBlock } from "./block.ts";

/**
 * Returns the user's decision about a call in lines: each answer to the model's questions, or why the call was denied. Empty if the state of
 * the call is enough. Not escaped.
 */
export const decisionLines = ({ answers, answer, state, output }: CallBlock): readonly string[] => {
  if (answers !== undefined) {
    const [only] = answers;
    return answers.length === 1 && only !== undefined
      ? [answerText(only)]
      : answers.map((one) => `${one.question.trim().replaceAll(/\s+/g, " ")} ${answerText(one)}`);
  }
  if (state !== "denied" || (answer?.kind === "deny" && answer.reason === undefined)) return [];
  const reason = answer?.reason ?? output.replace(/^Denied: /, "");
  return reason.trim() === "" ? [] : reason.trim().split("\n");
};

const answerText = ({ answers }: AnsweredQuestion): string => `→ ${answers.length === 0 ? "no answer" : answers.join(", ")}`;

/** Reads the answers in the details of the tool `question`. Undefined for other tools, and for details of another form. */
export const answersIn = (tool: string, details: unknown): readonly AnsweredQuestion[] | undefined => {
  const { answers } = asRecord(details);
  return tool === "question" && Array.isArray(answers) && answers.length > 0 && answers.every(isAnswered) ? answers : undefined;
};

const isAnswered = (value: unknown): value is AnsweredQuestion => {
  const { question, answers } = asRecord(value);
  return typeof question === "string" && Array.isArray(answers) && answers.every((answer) => typeof answer === "string");
};

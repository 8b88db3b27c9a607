import { randomEntryId } from "../log/index.ts";
import type { ExplicitAnswer } from "../policy/index.ts";

/** An answer as one process hands it to another: plain data. */
export interface MailboxAnswer {
  /** Id of the question. */
  readonly question: string;
  readonly answer: ExplicitAnswer;
}

/** An id for an answer that is handed over. */
export const answerId = (): string => `${PREFIX}${randomEntryId()}`;

/** Whether what is handed over under this id may be an answer. */
export const isAnswerId = (id: string): boolean => id.startsWith(PREFIX);

const PREFIX = "answer-";

/** The answer that was handed over, or undefined when it is none: whatever is not exactly one allows nothing. */
export const readHandedAnswer = (content: unknown): MailboxAnswer | undefined => {
  if (!isFields(content) || !hasOnly(content, ["question", "answer"])) return undefined;
  const { question, answer } = content;
  return typeof question === "string" && isAnswer(answer) ? { question, answer } : undefined;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const hasOnly = (fields: Fields, names: readonly string[]): boolean => Object.keys(fields).every((name) => names.includes(name));

const isAnswer = (value: unknown): value is ExplicitAnswer => {
  if (!isFields(value)) return false;
  const { rules, reason } = value;
  switch (value["kind"]) {
    case "once":
      return hasOnly(value, ["kind"]);
    case "session":
    case "project":
    case "always":
      return hasOnly(value, ["kind", "rules"]) && (rules === undefined || (Array.isArray(rules) && rules.every(isText)));
    case "deny":
      return hasOnly(value, ["kind", "reason"]) && (reason === undefined || isText(reason));
    default:
      return false;
  }
};

const isText = (value: unknown): value is string => typeof value === "string";

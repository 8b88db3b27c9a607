import { randomEntryId } from "../log/index.ts";
import type { ExplicitAnswer } from "../policy/index.ts";

/** Answer in transit between processes: plain data. */
export interface MailboxAnswer {
  /** Id of the question. */
  readonly question: string;
  readonly answer: ExplicitAnswer;
}

/** Returns a new id for an answer in transit. */
export const answerId = (): string => `${PREFIX}${randomEntryId()}`;

/** Returns whether an id is that of an answer. */
export const isAnswerId = (id: string): boolean => id.startsWith(PREFIX);

const PREFIX = "answer-";

/**
 * Parses an answer in transit. Returns undefined unless it is exactly an answer, so that anything else allows nothing.
 */
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

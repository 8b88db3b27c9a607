import { asRecord } from "../base/index.ts";
import type { Budget, OutputOptions, RunOptions, UserAnswer } from "../loop/index.ts";
import type { UserPart } from "../model/index.ts";
import { budgetFault, type ExplicitAnswer } from "../policy/index.ts";
import { outputFault } from "../output/index.ts";
import type { PromptInput } from "../session/index.ts";
import { randomEntryId } from "../log/index.ts";

/** Prompt in transit between processes: plain data. */
export interface MailboxPrompt {
  readonly parts: readonly UserPart[];
  readonly options: RunOptions;
  /** Default: a separate run. */
  readonly joins?: "steer" | "followUp";
  /** Names in it that could be expanded are text. */
  readonly expand?: false;
}

export const mailboxPrompt = (
  input: PromptInput,
  options: RunOptions,
  { joins, expand = true }: Pick<MailboxPrompt, "joins"> & { readonly expand?: boolean } = {},
): MailboxPrompt => ({
  parts: typeof input === "string" ? [{ type: "text", text: input }] : input,
  options,
  ...(joins === undefined ? {} : { joins }),
  ...(expand ? {} : { expand }),
});

/** Parses a prompt in transit. Returns undefined if it is invalid. */
export const parseMailboxPrompt = (content: unknown): MailboxPrompt | undefined => {
  const { parts, options = {}, joins, expand } = asRecord(content);
  if (!Array.isArray(parts) || !parts.every(isUserPart)) return undefined;
  const { budget, output } = asRecord(options);
  return {
    parts,
    options: { ...numbersOf(options, RUN_OPTIONS), ...(isBudget(budget) ? { budget } : {}), ...(isOutput(output) ? { output } : {}) },
    ...(joins === "steer" || joins === "followUp" ? { joins } : {}),
    ...(expand === false ? { expand } : {}),
  };
};

const numbersOf = (value: unknown, names: readonly (keyof RunOptions)[]): RunOptions =>
  Object.fromEntries(names.map((name) => [name, asRecord(value)[name]]).filter(([, number]) => typeof number === "number"));

const isBudget = (value: unknown): value is Budget => typeof value === "object" && value !== null && budgetFault(value) === undefined;

const isOutput = (value: unknown): value is OutputOptions =>
  typeof value === "object" && value !== null && outputFault(value as OutputOptions) === undefined;

const RUN_OPTIONS = ["maxTurns", "maxOutputTokens", "temperature"] as const satisfies readonly (keyof RunOptions)[];

const isUserPart = (part: unknown): part is UserPart => {
  const { type, text, mediaType, data } = asRecord(part);
  return type === "text" ? typeof text === "string" : type === "image" && typeof mediaType === "string" && typeof data === "string";
};

/** Answer to a question of the model. `answers`: chosen labels, or the user's own words; empty: no answer. */
export interface UserReply {
  readonly kind: "answers";
  readonly answers: UserAnswer;
}

/** Answer in transit between processes: plain data. */
export interface MailboxAnswer {
  /** Id of the question. */
  readonly question: string;
  readonly answer: ExplicitAnswer | UserReply;
}

/** Returns a new id for an answer in transit. */
export const answerId = (): string => `${ANSWER}${randomEntryId()}`;

/** Returns whether an id is that of an answer. */
export const isAnswerId = (id: string): boolean => id.startsWith(ANSWER);

const ANSWER = "answer-";

/** Interruption in transit between processes: plain data. */
export interface MailboxInterrupt {
  /** Id of the run to abort. */
  readonly run: string;
  /** Ids of queued prompts that their author has again. Default: none. */
  readonly returned?: readonly string[];
}

/** Returns a new id for an interruption in transit. */
export const interruptId = (): string => `${INTERRUPT}${randomEntryId()}`;

/** Returns whether an id is that of an interruption. */
export const isInterruptId = (id: string): boolean => id.startsWith(INTERRUPT);

const INTERRUPT = "interrupt-";

/** Parses an interruption in transit. Returns undefined if it is invalid. */
export const parseMailboxInterrupt = (content: unknown): MailboxInterrupt | undefined => {
  const { run, returned = [] } = asRecord(content);
  return typeof run === "string" && Array.isArray(returned) && returned.every(isText) ? { run, returned } : undefined;
};

/**
 * Parses an answer in transit. Returns undefined unless it is exactly an answer, so that anything else allows nothing.
 */
export const parseMailboxAnswer = (content: unknown): MailboxAnswer | undefined => {
  if (!isFields(content) || !hasOnly(content, ["question", "answer"])) return undefined;
  const { question, answer } = content;
  return typeof question === "string" && isAnswer(answer) ? { question, answer } : undefined;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const hasOnly = (fields: Fields, names: readonly string[]): boolean => Object.keys(fields).every((name) => names.includes(name));

const isAnswer = (value: unknown): value is MailboxAnswer["answer"] => {
  if (!isFields(value)) return false;
  const { rules, reason, answers } = value;
  switch (value["kind"]) {
    case "once":
      return hasOnly(value, ["kind"]);
    case "session":
    case "project":
    case "always":
      return hasOnly(value, ["kind", "rules"]) && (rules === undefined || (Array.isArray(rules) && rules.every(isText)));
    case "deny":
      return hasOnly(value, ["kind", "reason"]) && (reason === undefined || isText(reason));
    case "answers":
      return hasOnly(value, ["kind", "answers"]) && Array.isArray(answers) && answers.every(isText);
    default:
      return false;
  }
};

const isText = (value: unknown): value is string => typeof value === "string";

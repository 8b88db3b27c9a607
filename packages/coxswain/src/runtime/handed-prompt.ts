import { asRecord } from "../base/index.ts";
import type { Budget, OutputOptions, RunOptions } from "../loop/index.ts";
import type { UserPart } from "../model/index.ts";
import { budgetFault } from "../policy/index.ts";
import { outputFault } from "../output/index.ts";
import type { PromptInput } from "../session/index.ts";

/** Prompt in transit between processes: plain data. */
export interface MailboxPrompt {
  readonly parts: readonly UserPart[];
  readonly options: RunOptions;
}

export const handedPrompt = (input: PromptInput, options: RunOptions): MailboxPrompt => ({
  parts: typeof input === "string" ? [{ type: "text", text: input }] : input,
  options,
});

/** Parses a prompt in transit. Returns undefined if it is invalid. */
export const readHandedPrompt = (content: unknown): MailboxPrompt | undefined => {
  const { parts, options = {} } = asRecord(content);
  if (!Array.isArray(parts) || !parts.every(isUserPart)) return undefined;
  const { budget, output } = asRecord(options);
  return {
    parts,
    options: { ...numbersOf(options, RUN_OPTIONS), ...(isBudget(budget) ? { budget } : {}), ...(isOutput(output) ? { output } : {}) },
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

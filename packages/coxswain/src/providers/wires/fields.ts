import { UnreadableAnswer } from "../errors/index.ts";

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @throws {UnreadableAnswer} where a text is due and there is none */
export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new UnreadableAnswer("A field of the answer is no text.");
};

/** A text, or undefined for anything else. */
export const maybeText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What reported numbers are reckoned with: those that are missing are 0. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

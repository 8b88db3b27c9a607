import { UnreadableAnswer } from "../errors/index.ts";

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @throws {UnreadableAnswer} if the value is not a string */
export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new UnreadableAnswer("A field of the response is not a string.");
};

/** Returns the value if it is a string, else undefined. */
export const maybeText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Returns a reported number; a missing one is 0. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

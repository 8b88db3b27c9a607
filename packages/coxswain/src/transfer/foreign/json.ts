/** An untrusted object from a file: every field must be validated before use. */
export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const numberOf = (value: unknown): number | undefined => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

/** Returns the name of a type, for counting. */
export const kindOf = (value: unknown): string => (typeof value === "string" ? value : typeof value);

/** Returns milliseconds since the epoch, from such a number or a date string. */
export const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === "string" ? Date.parse(value) : numberOf(value);
  return time === undefined || Number.isNaN(time) || Math.abs(time) > MAX_TIME ? undefined : time;
};

/** Maximum time value of a Date. */
const MAX_TIME = 8.64e15;

/** Parses a line as an object; returns undefined if it is not one. */
export const parseLine = (line: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
};

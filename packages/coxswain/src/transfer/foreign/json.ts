/** An object of a file from another hand: nothing in it is what it should be before it was looked at. */
export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const numberOf = (value: unknown): number | undefined => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

/** What a kind is called, for counting. */
export const kindOf = (value: unknown): string => (typeof value === "string" ? value : typeof value);

/** Milliseconds since the epoch, of a number of them or of a date as text. */
export const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === "string" ? Date.parse(value) : numberOf(value);
  return time === undefined || Number.isNaN(time) || Math.abs(time) > MAX_TIME ? undefined : time;
};

/** The last moment that a date can be. */
const MAX_TIME = 8.64e15;

/** The object that a line is, or undefined. */
export const parseLine = (line: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
};

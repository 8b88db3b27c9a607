import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A line of a session file: JSON of a shape that only its agent knows. */
export type SessionLine = Readonly<Record<string, unknown>>;

/** User message, assistant message with a call, result. */
export const ENTRIES_PER_TURN = 3;

/** The result of a call in a lengthened session: 200 characters, different for each turn. */
export const resultText = (turn: number): string => `${turn} `.padEnd(200, "The quick brown fox jumps over the lazy dog. ");

/** Reads the only session file that matches the pattern. @throws {Error} if there is none. */
export const readSession = (home: string, pattern: string): { readonly path: string; readonly lines: readonly SessionLine[] } => {
  const [found] = globSync(pattern, { cwd: home });
  if (found === undefined) throw new Error(`No session file matches ${pattern}.`);
  const path = join(home, found);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return { path, lines: lines.map((line) => JSON.parse(line) as SessionLine) };
};

export const writeSession = (path: string, lines: readonly SessionLine[]): void =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

/** The first line that fits. @throws {Error} if none does, as after a change of the agent's format. */
export const lineThat = (what: string, lines: readonly SessionLine[], fits: (line: SessionLine) => boolean): SessionLine => {
  const found = lines.find(fits);
  if (found === undefined) throw new Error(`The session file has no ${what}. The agent's format may have changed.`);
  return found;
};

/** A field that is an object; an empty object if it is not. */
export const objectAt = (line: SessionLine, key: string): SessionLine => {
  const value = line[key];
  return typeof value === "object" && value !== null ? (value as SessionLine) : {};
};

/** The first element of a field that is an array; an empty object without one. */
export const firstOf = (line: SessionLine, key: string): SessionLine => {
  const value: unknown = line[key];
  return Array.isArray(value) && typeof value[0] === "object" ? (value[0] as SessionLine) : {};
};

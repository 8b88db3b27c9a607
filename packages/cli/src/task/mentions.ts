import { UsageError } from "../argv/index.ts";

/** A word of a task that may name a file, as `@src/a.ts`, `@src/a.ts:10-20`, `@src/a.ts#L10-20` or `@"my notes.txt"`. */
export interface Mention {
  /** The word without the `@`. */
  readonly word: string;
  /** Candidate files; the first one that exists is used. */
  readonly readings: readonly Reading[];
}

export interface Reading {
  readonly path: string;
  /** Absent: the whole file. */
  readonly lines?: LineRange;
}

/** Line numbers from 1; both ends are included. */
export interface LineRange {
  /** The range as the task writes it, without letters. */
  readonly typed: string;
  readonly first: number;
  readonly last: number;
}

/** An `@` at the start of a word, unless a backslash escapes it. */
const MENTION = /(^|[\s([{<'])@(?:"([^"\n]+)"((?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)(?![\w-]))?|([^\s"]+))/g;
/** A mention with an unclosed quote. */
const UNCLOSED = /(?:^|[\s([{<'])(@"[^"\n]*)(?:\n|$)/;
const PUNCTUATION = /[.,;:!?)\]}>']+$/;
/** `:10`, `:10-20`, and as links to lines write it, `#L10`, `#L10-20` and `#L10-L20`. */
const RANGE = /^(.+?)(?::((\d{1,9})(?:-(\d{1,9}))?)|#(L(\d{1,9})(?:-L?(\d{1,9}))?))$/;

/** Returns the mentions in order, without duplicates. @throws {UsageError} for an unclosed quote */
export const mentions = (task: string): readonly Mention[] => {
  const [, unclosed] = UNCLOSED.exec(task) ?? [];
  if (unclosed !== undefined)
    throw new UsageError(`unclosed quote: ${unclosed}. Close it after the file name, or write \\@ for a literal @`);
  const found = new Map<string, Mention>();
  for (const [, , quoted, range = "", bare = ""] of task.matchAll(MENTION)) {
    const word = quoted === undefined ? bare : quoted + range;
    found.set(word, { word, readings: readingsOf(quoted === undefined ? [bare, bare.replace(PUNCTUATION, "")] : [word]) });
  }
  return [...found.values()];
};

/** A name as it stands goes first: a file may have such a name. */
const readingsOf = (words: readonly string[]): readonly Reading[] => {
  const paths = [...new Set(words)].filter((word) => word !== "");
  return [...paths.map((path) => ({ path })), ...paths.flatMap(withRange)];
};

const withRange = (word: string): readonly Reading[] => {
  const [, path, colon, colonFirst, colonLast, hash, hashFirst, hashLast] = RANGE.exec(word) ?? [];
  if (path === undefined) return [];
  const first = colonFirst ?? hashFirst;
  const lines = { typed: colon ?? (hash ?? "").replaceAll("L", ""), first: Number(first), last: Number(colonLast ?? hashLast ?? first) };
  return [{ path, lines }];
};

/** Replaces `\\@` by `@` wherever an `@` would be a mention. */
export const withoutEscapes = (task: string): string => task.replaceAll(/(^|[\s([{<'])\\@/g, "$1@");

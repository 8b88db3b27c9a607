import { UsageError } from "../argv/index.ts";

/** A file mentioned in a task, as `@src/a.ts` or `@"my notes.txt"`. */
export interface Mention {
  readonly path: string;
  /** The path without trailing punctuation; absent if there is none. */
  readonly shorter?: string;
}

/** An `@` at the start of a word, unless a backslash escapes it. */
const MENTION = /(^|[\s([{<'])@(?:"([^"\n]+)"|([^\s"]+))/g;
/** A mention with an unclosed quote. */
const UNCLOSED = /(?:^|[\s([{<'])(@"[^"\n]*)(?:\n|$)/;
const PUNCTUATION = /[.,;:!?)\]}>']+$/;

/** Returns the mentioned files in order, without duplicates. @throws {UsageError} for an unclosed quote */
export const mentions = (task: string): readonly Mention[] => {
  const [, unclosed] = UNCLOSED.exec(task) ?? [];
  if (unclosed !== undefined)
    throw new UsageError(`unclosed quote: ${unclosed}. Close it after the file name, or write \\@ for a literal @`);
  const found = new Map<string, Mention>();
  for (const [, , quoted, bare] of task.matchAll(MENTION)) {
    const path = quoted ?? bare ?? "";
    const shorter = quoted === undefined ? path.replace(PUNCTUATION, "") : path;
    found.set(path, shorter === path || shorter === "" ? { path } : { path, shorter });
  }
  return [...found.values()];
};

/** Replaces `\\@` by `@`. */
export const withoutEscapes = (task: string): string => task.replaceAll(/(^|\s)\\@/g, "$1@");

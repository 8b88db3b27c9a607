import { UsageError } from "../argv/index.ts";

/** A file named in a task, as `@src/a.ts` or `@"my notes.txt"`. */
export interface Mention {
  readonly path: string;
  /** Without the full stop or comma that ended the sentence; absent when the path ends with none. */
  readonly shorter?: string;
}

/** An `@` at the start of a word; one after a backslash is only itself. */
const MENTION = /(^|[\s([{<'])@(?:"([^"\n]+)"|([^\s"]+))/g;
/** One whose quote is not closed in its line. */
const UNCLOSED = /(?:^|[\s([{<'])(@"[^"\n]*)(?:\n|$)/;
const PUNCTUATION = /[.,;:!?)\]}>']+$/;

/** The files that a task names, each once, in order. @throws {UsageError} when the quote of one is not closed. */
export const mentions = (task: string): readonly Mention[] => {
  const [, unclosed] = UNCLOSED.exec(task) ?? [];
  if (unclosed !== undefined)
    throw new UsageError(`the quote of ${unclosed} is not closed: close it after the file's name, or write \\@ for an @ that names none`);
  const found = new Map<string, Mention>();
  for (const [, , quoted, bare] of task.matchAll(MENTION)) {
    const path = quoted ?? bare ?? "";
    const shorter = quoted === undefined ? path.replace(PUNCTUATION, "") : path;
    found.set(path, shorter === path || shorter === "" ? { path } : { path, shorter });
  }
  return [...found.values()];
};

/** The task as the model reads it. */
export const withoutEscapes = (task: string): string => task.replaceAll(/(^|\s)\\@/g, "$1@");

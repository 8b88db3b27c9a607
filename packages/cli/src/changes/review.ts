import type { AnyEntry } from "coxswain";
import { type ChangedFile, type FileHistory, type NetChange, netChanges } from "coxswain/session";
import { promptOf } from "./prompt-of.ts";

/** `turn`: the last prompt that changed files and was not undone. */
export type ReviewScope = "turn" | "session";

/** Changes to review. */
export interface Review {
  /** A short name of them for people. Not escaped. */
  readonly title: string;
  /** Net changes, by path. */
  readonly files: readonly NetChange[];
}

export interface ReviewSources {
  readonly entries: readonly AnyEntry[];
  readonly files: readonly ChangedFile[];
  readonly runs: FileHistory["runs"];
}

/** Characters of a prompt in a title at most. */
const MOST_TITLE = 80;

/** Collects the changes to review. Reads no contents. */
export const reviewOf = ({ entries, files, runs }: ReviewSources, scope: ReviewScope): Review => {
  if (scope === "session") return { title: "the session", files: netChanges(files) };
  const last = runs.findLast(({ isUndone }) => !isUndone);
  if (last === undefined) return { title: "the last prompt", files: [] };
  const prompt = promptOf(entries, last.run);
  const cut = prompt.length > MOST_TITLE ? `${prompt.slice(0, MOST_TITLE)}…` : prompt;
  return { title: prompt === "" ? "the last prompt" : `"${cut}"`, files: netChanges(files, last.run) };
};

/** Line for a session without changes to review. */
export const NOTHING_TO_REVIEW: Readonly<Record<ReviewScope, string>> = {
  turn: "Nothing to review: no prompt of the session changed files that are recorded.",
  session: "Nothing to review: the session changed no files that are recorded.",
};

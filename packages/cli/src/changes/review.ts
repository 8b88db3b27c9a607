import type { AnyEntry } from "coxswain";
import { type ChangedFile, type FileHistory, type NetChange, netChanges, nextUndo, unignoredChanges } from "coxswain/session";
import { promptOf } from "./prompt-of.ts";

/** `turn`: the last prompt that changed files and was not undone, with later ones that changed only what git ignores. */
export type ReviewScope = "turn" | "session";

/** Changes to review. */
export interface Review {
  /** A short name of them for people. Not escaped. */
  readonly title: string;
  /** Net changes, by path; those of what git ignores last. */
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
  if (scope === "session") return { title: "the session", files: ignoredLast(netChanges(files)) };
  const chosen = nextUndo(runs);
  const [first] = chosen;
  if (first === undefined) return { title: "the last prompt", files: [] };
  const prompt = promptOf(entries, first.run);
  const cut = prompt.length > MOST_TITLE ? `${prompt.slice(0, MOST_TITLE)}…` : prompt;
  const net = netChanges(
    files,
    chosen.map(({ run }) => run),
  );
  return { title: prompt === "" ? "the last prompt" : `"${cut}"`, files: ignoredLast(net) };
};

const ignoredLast = (changes: readonly NetChange[]): readonly NetChange[] => {
  const others = new Set(unignoredChanges({ changes }));
  return [...others, ...changes.filter((change) => !others.has(change))];
};

/** Line for a session without changes to review. */
export const NOTHING_TO_REVIEW: Readonly<Record<ReviewScope, string>> = {
  turn: "Nothing to review: no prompt of the session changed files that are recorded.",
  session: "Nothing to review: the session changed no files that are recorded.",
};

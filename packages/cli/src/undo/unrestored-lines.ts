import type { RestorePlan, RestorePreview } from "coxswain/session";
import { shownPath } from "../changes/index.ts";
import { escapeLine } from "../output/index.ts";

/** A line about something that no undo changes. Escaped. */
export interface UnrestoredLine {
  /** `!`: it has changed. `-`: changes in it may not be recorded. */
  readonly mark: "!" | "-";
  readonly text: string;
}

/** Lines of each kind, at most: a build changes many files. */
const MOST = 20;

/** Lists the changes of files that git ignores and of folders that are compared as a whole, and the other such folders. */
export const unrestoredLines = (
  { unlisted }: Pick<RestorePlan, "unlisted">,
  { refused }: Pick<RestorePreview, "refused">,
  cwd: string,
): readonly UnrestoredLine[] => {
  const changed = refused
    .filter(({ isIgnored }) => isIgnored)
    .map(({ path, reason }) => `${shownPath(cwd, path)}: not changed, ${escapeLine(reason)}`);
  const others = unlisted.map((path) => `${shownPath(cwd, path)}: compared as a whole, so changes deep in it are not recorded`);
  return [
    ...shortened(changed, "not changed, for the same reasons").map((text) => ({ mark: "!" as const, text })),
    ...shortened(others, "compared as a whole").map((text) => ({ mark: "-" as const, text })),
  ];
};

const shortened = (lines: readonly string[], about: string): readonly string[] =>
  lines.length <= MOST ? lines : [...lines.slice(0, MOST - 1), `${lines.length - MOST + 1} more: ${about}`];

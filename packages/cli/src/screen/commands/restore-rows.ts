import type { PreviewedChange, RestorePlan, RestorePreview } from "coxswain/session";
import { escapeLine } from "../../output/index.ts";
import { changeFacts, quotedPrompts, shownPath, SIGNS } from "../../changes/index.ts";
import { unrestoredLines } from "../../undo/index.ts";
import { diffRows, wrap, wrapBehind } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";

export interface RestoreRowsOptions {
  readonly plan: RestorePlan;
  readonly preview: RestorePreview;
  /** Prompts of the plan's runs. */
  readonly prompts: readonly string[];
  /** Paths in it are shown relative to it. */
  readonly cwd: string;
}

/** Rows of one diff, at most. */
const MOST_ROWS = 100;

/** Renders the changes that a plan would make, and those that it would not, with their reasons. */
export const restoreRows = ({ plan, preview, prompts, cwd }: RestoreRowsOptions, width: number, theme: Theme): readonly string[] => {
  const diff = ({ diff: text }: PreviewedChange): readonly string[] => {
    if (text === undefined) return [];
    return diffRows(text, { width: Math.max(1, width - 4), theme, most: MOST_ROWS }).map((row) => (row === "" ? "" : `    ${row}`));
  };
  const about = (text: string): readonly string[] => wrap(theme.dim(`  ${text}`), width);
  const changes = preview.changes.flatMap((change) => [
    ...wrapBehind(`${SIGNS[change.effect]} `, `${theme.strong(shownPath(cwd, change.path))}${theme.dim(changeFacts(change))}`, width),
    ...diff(change),
  ]);
  const refused = preview.refused
    .filter(({ isIgnored }) => isIgnored !== true)
    .flatMap(({ path, reason, since, planned }) => [
      ...wrapBehind("! ", `${theme.warning(shownPath(cwd, path))}: not changed, ${escapeLine(reason)}`, width),
      ...(since === undefined ? [] : [...about("Changes since:"), ...diff(since)]),
      ...(planned === undefined ? [] : [...about(`The ${plan.kind} would be:`), ...diff(planned)]),
    ]);
  const unrestored = unrestoredLines(plan, preview, cwd).flatMap(({ mark, text }) => wrapBehind(`${mark} `, theme.dim(text), width));
  const title = `${plan.kind === "undo" ? "Undo" : "Redo"} of ${escapeLine(quotedPrompts(prompts))}`;
  return [
    ...wrap(title, width),
    ...changes,
    ...refused,
    ...unrestored,
    ...(changes.length === 0 ? wrap("No file would be changed.", width) : []),
  ];
};

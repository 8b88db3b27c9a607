import type { PreviewedChange, RestorePlan, RestorePreview } from "coxswain/session";
import { changeFacts, quotedPrompts, shownPath, SIGNS } from "../changes/index.ts";
import { escapeLine, escapeText } from "../output/index.ts";
import { unrestoredLines } from "./unrestored-lines.ts";

export interface PreviewTextParts {
  readonly plan: RestorePlan;
  readonly preview: RestorePreview;
  /** Prompts of the plan's runs. */
  readonly prompts: readonly string[];
  /** Paths in it are shown relative to it. */
  readonly cwd: string;
}

/** Formats the changes that a plan would make, and those that it would not, with their reasons. */
export const previewText = ({ plan, preview, prompts, cwd }: PreviewTextParts): string => {
  const name = (path: string): string => shownPath(cwd, path);
  const title = escapeLine(quotedPrompts(prompts));
  const changes = preview.changes.flatMap((change) => [
    `${SIGNS[change.effect]} ${name(change.path)}${changeFacts(change)}\n`,
    diffOf(change),
  ]);
  const refused = preview.refused
    .filter(({ isIgnored }) => isIgnored !== true)
    .flatMap(({ path, reason, since, planned }) => [
      `! ${name(path)}: not changed, ${escapeLine(reason)}\n`,
      ...(since === undefined ? [] : ["  Changes since:\n", diffOf(since)]),
      ...(planned === undefined ? [] : [`  The ${plan.kind} would be:\n`, diffOf(planned)]),
    ]);
  const unrestored = unrestoredLines(plan, preview, cwd).map(({ mark, text }) => `${mark} ${text}\n`);
  const none = changes.length === 0 ? ["No file would be changed.\n"] : [];
  return [`${plan.kind === "undo" ? "Undo" : "Redo"} of ${title}\n`, ...changes, ...refused, ...unrestored, ...none].join("");
};

const diffOf = ({ diff }: PreviewedChange): string => {
  if (diff === undefined) return "";
  const lines = escapeText(diff).split("\n");
  return lines
    .slice(lines.findIndex((line) => line.startsWith("@@")))
    .filter((line) => line !== "")
    .map((line) => `    ${line}\n`)
    .join("");
};

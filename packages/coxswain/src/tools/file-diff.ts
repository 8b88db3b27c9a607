import type { StructuredPatchHunk } from "diff";
import { changedPart } from "./changed-part.ts";

/** Change of a file for display. */
export interface FileDiff {
  /** Unified diff. Undefined if the change is too large to show. */
  readonly diff?: string;
  readonly added: number;
  readonly removed: number;
}

const CONTEXT = 3;
const MAX_CHANGED_LINES = 2000;
const MAX_CHARACTERS = 64_000;

/** Computes the diff of two strings with `\n` line ends. */
export const fileDiff = async (path: string, before: string, after: string): Promise<FileDiff> => {
  const hunks = await hunksOf(before, after);
  if (hunks === undefined) return { added: lineCount(after), removed: lineCount(before) };
  const { diff, ...counts } = await formatted(path, hunks);
  return diff.length > MAX_CHARACTERS ? counts : { diff, ...counts };
};

/** Computes the complete diff of two strings. Where more than 2,000 lines changed, all lines from the first change to the last do. */
export const wholeDiff = async (path: string, before: string, after: string): Promise<Required<FileDiff>> =>
  formatted(path, (await hunksOf(before, after)) ?? [replacement(before, after)]);

/** Undefined: too many lines changed to compare them. */
const hunksOf = async (before: string, after: string): Promise<readonly StructuredPatchHunk[] | undefined> => {
  const { structuredPatch } = await import("diff");
  const part = changedPart(before, after, CONTEXT);
  const options = { context: CONTEXT, maxEditLength: MAX_CHANGED_LINES };
  const found = structuredPatch("", "", part.before, part.after, undefined, undefined, options);
  return found?.hunks.map((hunk) => movedDown(hunk, part.skipped));
};

const movedDown = <Hunk extends { readonly oldStart: number; readonly newStart: number }>(hunk: Hunk, lines: number): Hunk => ({
  ...hunk,
  oldStart: hunk.oldStart + lines,
  newStart: hunk.newStart + lines,
});

const replacement = (before: string, after: string): StructuredPatchHunk => {
  const part = changedPart(before, after, 0);
  const [removed, added] = [linesOf(part.before), linesOf(part.after)];
  return {
    oldStart: part.skipped + 1,
    oldLines: removed.length,
    newStart: part.skipped + 1,
    newLines: added.length,
    lines: [...marked("-", removed, part.before), ...marked("+", added, part.after)],
  };
};

const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

const marked = (mark: string, lines: readonly string[], text: string): readonly string[] => {
  const isUnended = text !== "" && !text.endsWith("\n");
  return [...lines.map((line) => mark + line), ...(isUnended ? [String.raw`\ No newline at end of file`] : [])];
};

const formatted = async (path: string, found: readonly StructuredPatchHunk[]): Promise<Required<FileDiff>> => {
  const { FILE_HEADERS_ONLY, formatPatch } = await import("diff");
  const hunks = [...found];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const patch = { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined, hunks };
  return { diff: formatPatch(patch, FILE_HEADERS_ONLY), added, removed };
};

const lineCount = (text: string): number => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));

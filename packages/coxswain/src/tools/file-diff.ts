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
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import("diff");
  const part = changedPart(before, after, CONTEXT);
  const found = structuredPatch(path, path, part.before, part.after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MAX_CHANGED_LINES,
  });
  if (found === undefined) return { added: lineCount(after), removed: lineCount(before) };
  const patch = { ...found, hunks: found.hunks.map((hunk) => movedDown(hunk, part.skipped)) };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const diff = formatPatch(patch, FILE_HEADERS_ONLY);
  return diff.length > MAX_CHARACTERS ? { added, removed } : { diff, added, removed };
};

const movedDown = <Hunk extends { readonly oldStart: number; readonly newStart: number }>(hunk: Hunk, lines: number): Hunk => ({
  ...hunk,
  oldStart: hunk.oldStart + lines,
  newStart: hunk.newStart + lines,
});

const lineCount = (text: string): number => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));

/** A change for screens. */
export interface FileDiff {
  /** Unified; absent when the change is too large to be shown. */
  readonly diff?: string;
  readonly added: number;
  readonly removed: number;
}

const MAX_CHANGED_LINES = 2000;
const MAX_CHARACTERS = 64_000;

/** The change between two texts with `\n` line ends. */
export const fileDiff = async (path: string, before: string, after: string): Promise<FileDiff> => {
  const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import("diff");
  const patch = structuredPatch(path, path, before, after, undefined, undefined, { context: 3, maxEditLength: MAX_CHANGED_LINES });
  if (patch === undefined) return { added: lineCount(after), removed: lineCount(before) };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const diff = formatPatch(patch, FILE_HEADERS_ONLY);
  return diff.length > MAX_CHARACTERS ? { added, removed } : { diff, added, removed };
};

const lineCount = (text: string): number => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));

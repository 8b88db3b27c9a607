import { ToolError } from "../../loop/index.ts";
import { indentOf } from "../indentation.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { nearestText } from "../nearest-text.ts";
import { replaceAt } from "../replacement.ts";
import { linesOf } from "../shown-lines.ts";
import { findLines, type FoundLines } from "./find-lines.ts";
import type { Hunk } from "./parse-patch.ts";

export interface PatchedText {
  /** With the line ends that it had. */
  readonly text: string;
  /** What was done besides what was asked. */
  readonly notes: readonly string[];
}

/** Lines of the text that others come in the place of. */
interface Change {
  readonly first: number;
  readonly count: number;
  readonly lines: readonly string[];
}

/** Applies the parts of a patch, each after the one before. What none of them changes stays byte for byte. @throws {ToolError} */
export const applyHunks = (original: string, hunks: readonly Hunk[], shown: string): PatchedText => {
  const unix = withUnixLineEnds(original).text;
  const lines = linesOf(unix);
  const changes: Change[] = [];
  const notes: string[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const placed = place({ unix, lines, from, hunk, shown });
    const made = changesOf(hunk, placed);
    if (made === undefined) throw new ToolError(missing(unix, oldLines(hunk), shown));
    changes.push(...made);
    notes.push(...notesOf(placed, shown));
    from = placed.at + oldLines(hunk).length;
  }
  const text = joined(changes)
    .toReversed()
    .reduce((changed, change) => splice(changed, unix, lines, change), original);
  return { text, notes };
};

interface Placing {
  readonly unix: string;
  readonly lines: readonly string[];
  /** The line after the part before. */
  readonly from: number;
  readonly hunk: Hunk;
  readonly shown: string;
}

const SAME_INDENT = { difference: undefined, of: (indent: string) => indent };

const place = ({ unix, lines, from, hunk, shown }: Placing): FoundLines => {
  const after = hunk.headers.reduce((start, header) => {
    const found = findLines(lines, [header], start, false);
    if (found === undefined) throw new ToolError(missing(unix, [header], shown));
    return found.at + 1;
  }, from);
  const wanted = oldLines(hunk);
  // New lines alone come after the line that was named, or at the end.
  if (wanted.length === 0) return { at: hunk.headers.length > 0 && !hunk.atEnd ? after : lines.length, reindent: SAME_INDENT };
  // The line that was named may be the first one given, too.
  const found = findLines(lines, wanted, after, hunk.atEnd) ?? findLines(lines, wanted, Math.max(from, after - 1), hunk.atEnd);
  if (found === undefined) throw new ToolError(missing(unix, wanted, shown));
  return found;
};

const oldLines = ({ lines }: Hunk): readonly string[] => lines.flatMap(({ kind, text }) => (kind === "add" ? [] : [text]));

/** Only the lines that change, so that those between them stay as they are. Undefined: nothing says how to indent a new one. */
const changesOf = ({ lines }: Hunk, { at, reindent }: FoundLines): readonly Change[] | undefined => {
  const changes: { first: number; count: number; lines: string[] }[] = [];
  let line = at;
  let open = false;
  for (const { kind, text } of lines) {
    if (kind === "keep") {
      line++;
      open = false;
      continue;
    }
    if (!open) changes.push({ first: line, count: 0, lines: [] });
    open = true;
    const change = changes.at(-1);
    if (kind === "remove") {
      line++;
      if (change !== undefined) change.count++;
      continue;
    }
    const indent = text.trim() === "" ? "" : reindent.of(indentOf(text));
    if (indent === undefined) return undefined;
    change?.lines.push(text.trim() === "" ? text : indent + text.trimStart());
  }
  return changes;
};

/** Changes that touch as one: the line end between them is gone with them. */
const joined = (changes: readonly Change[]): readonly Change[] => {
  const apart: Change[] = [];
  for (const next of changes) {
    const last = apart.at(-1);
    if (last === undefined || last.first + last.count !== next.first) apart.push(next);
    else apart.splice(-1, 1, { first: last.first, count: last.count + next.count, lines: [...last.lines, ...next.lines] });
  }
  return apart;
};

/** Changes the last lines first: the places of those before them hold. `unix` and `lines` are of the text before any change. */
const splice = (original: string, unix: string, lines: readonly string[], { first, count, lines: given }: Change): string => {
  const start = startOf(lines, first);
  const there = lines.slice(first, first + count).join("\n");
  const isEnd = first + count === lines.length;
  const hasEnd = !isEnd || unix.endsWith("\n") || unix === "";
  const end = hasEnd ? "\n" : "";
  if (count > 0 && given.length > 0) return replaceAt(original, [start], there, given.join("\n"));
  if (count === 0) {
    return hasEnd
      ? replaceAt(original, [start], "", given.map((line) => `${line}\n`).join(""))
      : replaceAt(original, [unix.length], "", given.map((line) => `\n${line}`).join(""));
  }
  // Lines that go take their line end along, and the last one of a text without a final one that of the line before.
  if (hasEnd || first === 0) return replaceAt(original, [start], there + end, "");
  return replaceAt(original, [start - 1], `\n${there}`, "");
};

const startOf = (lines: readonly string[], line: number): number => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);

const notesOf = ({ at, difference, another }: FoundLines, shown: string): readonly string[] => [
  ...(difference === undefined
    ? []
    : [`${shown}, line ${at + 1}: the lines are there but for ${difference}; those that stay are as they were.`]),
  ...(another === undefined
    ? []
    : [`${shown}: the lines stand at line ${at + 1} and at line ${another + 1}; the first was taken. Look whether you meant it.`]),
];

const missing = (content: string, wanted: readonly string[], shown: string): string => {
  const given = wanted.map((line) => `  ${line}`).join("\n");
  const near = nearestText(content, wanted.join("\n"));
  const lines = `These lines of the patch are not in ${shown} after the part before them. Nothing was changed in any file.\n${given}`;
  return near === undefined
    ? `${lines}\nNothing in it is like them: read the file again.`
    : `${lines}\n${near}\nTake them from it exactly, without the line numbers.`;
};

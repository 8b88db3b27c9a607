import { ToolError } from "../../loop/index.ts";
import { indentOf } from "../indentation.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { nearestText } from "../nearest-text.ts";
import { type Replacement, replaceAt } from "../replacement.ts";
import { cutLine, linesOf } from "../shown-lines.ts";
import { type FindLines, findingLines, type FoundLines } from "./find-lines.ts";
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
  const find = findingLines(lines);
  const changes: Change[] = [];
  const notes: string[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const placed = place({ unix, lines, find, from, hunk, shown });
    const made = changesOf(hunk, placed);
    if (made === undefined) throw new ToolError(missing(unix, oldLines(hunk), shown));
    changes.push(...made);
    notes.push(...notesOf(placed, shown));
    // After new lines at the end, the next part may still stand before them.
    if (placed.at < lines.length) from = placed.at + oldLines(hunk).length;
  }
  const ascending = joined(changes.toSorted((one, other) => one.first - other.first));
  return { text: replaceAt(original, replacements(unix, lines, ascending)), notes };
};

interface Placing {
  readonly unix: string;
  readonly lines: readonly string[];
  readonly find: FindLines;
  /** The line after the part before. */
  readonly from: number;
  readonly hunk: Hunk;
  readonly shown: string;
}

const SAME_INDENT = { difference: undefined, of: (indent: string) => indent };

const place = ({ unix, lines, find, from, hunk, shown }: Placing): FoundLines => {
  const after = hunk.headers.reduce((start, header) => {
    const found = find([header], start, false);
    if (found !== undefined) return found.at + 1;
    // The part before may be below the same line.
    if (find([header], 0, false) === undefined) throw new ToolError(missing(unix, [header], shown));
    return start;
  }, from);
  const wanted = oldLines(hunk);
  // New lines alone come after the line that was named, or at the end.
  if (wanted.length === 0) return { at: hunk.headers.length > 0 && !hunk.atEnd ? after : lines.length, reindent: SAME_INDENT };
  // The line that was named may be the first one given, too.
  const found = find(wanted, after, hunk.atEnd) ?? find(wanted, Math.max(from, after - 1), hunk.atEnd);
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

/** `lines` are those of `unix`, a text with `\n` line ends. */
const replacements = (unix: string, lines: readonly string[], changes: readonly Change[]): readonly Replacement[] => {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return changes.map(({ first, count, lines: given }) => {
    const at = starts[first] ?? 0;
    const before = lines.slice(first, first + count).join("\n");
    const hasEnd = first + count < lines.length || unix.endsWith("\n") || unix === "";
    if (count > 0 && given.length > 0) return { at, before, after: given.join("\n") };
    if (count === 0) {
      return hasEnd
        ? { at, before, after: given.map((line) => `${line}\n`).join("") }
        : { at: unix.length, before, after: given.map((line) => `\n${line}`).join("") };
    }
    // Lines that go take their line end along, and the last one of a text without a final one that of the line before.
    if (hasEnd) return { at, before: `${before}\n`, after: "" };
    return first === 0 ? { at, before, after: "" } : { at: at - 1, before: `\n${before}`, after: "" };
  });
};

const notesOf = ({ at, difference, another, notAtEnd }: FoundLines, shown: string): readonly string[] => [
  ...(notAtEnd === true ? [`${shown}, line ${at + 1}: the lines are not at the end of the file.`] : []),
  ...(difference === undefined
    ? []
    : [`${shown}, line ${at + 1}: the lines are there but for ${difference}; those that stay are as they were.`]),
  ...(another === undefined
    ? []
    : [`${shown}: the lines stand at line ${at + 1} and at line ${another + 1}; the first was taken. Look whether you meant it.`]),
];

/** Of the lines that were wanted, how many are told again, and how much of each. */
const TOLD = { lines: 20, length: 200 };

const missing = (content: string, wanted: readonly string[], shown: string): string => {
  const more = wanted.length > TOLD.lines ? [`  … (${wanted.length - TOLD.lines} more lines)`] : [];
  const given = [...wanted.slice(0, TOLD.lines).map((line) => `  ${cutLine(line, TOLD.length)}`), ...more].join("\n");
  const near = nearestText(content, wanted.join("\n"));
  const lines = `These lines of the patch are not in ${shown} after the part before them. Nothing was changed in any file.\n${given}`;
  return near === undefined
    ? `${lines}\nNothing in it is like them: read the file again.`
    : `${lines}\n${near}\nTake them from it exactly, without the line numbers.`;
};

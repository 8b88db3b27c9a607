import { ToolError } from "../../loop/index.ts";
import { indentOf } from "../indentation.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { nearestText } from "../near-miss.ts";
import { type Replacement, replaceAt } from "../replacement.ts";
import { cutLine, linesOf } from "../shown-lines.ts";
import { type FindLines, findingLines, type FoundLines } from "./find-lines.ts";
import type { Hunk } from "./parse-patch.ts";

export interface PatchedText {
  /** Text with its original line ends. */
  readonly text: string;
  /** Notes for the model about deviations from the patch. */
  readonly notes: readonly string[];
}

/** Range of lines and its replacement. */
interface Change {
  readonly first: number;
  readonly count: number;
  readonly lines: readonly string[];
}

/**
 * Applies the hunks of a patch in order. Preserves every byte that no hunk changes.
 * @throws {ToolError}
 */
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
    // If this hunk appends lines at the end, the next hunk may still match before them.
    if (placed.at < lines.length) from = placed.at + oldLines(hunk).length;
  }
  const ascending = joined(changes.toSorted((one, other) => one.first - other.first));
  return { text: replaceAt(original, replacements(unix, lines, ascending)), notes };
};

interface Placing {
  readonly unix: string;
  readonly lines: readonly string[];
  readonly find: FindLines;
  /** First line after the previous hunk. */
  readonly from: number;
  readonly hunk: Hunk;
  readonly shown: string;
}

const SAME_INDENT = { difference: undefined, of: (indent: string) => indent };

const place = ({ unix, lines, find, from, hunk, shown }: Placing): FoundLines => {
  const after = hunk.headers.reduce((start, header) => {
    const found = find([header], start, false);
    if (found !== undefined) return found.at + 1;
    // The previous hunk may have consumed this header already.
    if (find([header], 0, false) === undefined) throw new ToolError(missing(unix, [header], shown));
    return start;
  }, from);
  const requested = oldLines(hunk);
  // Without old lines, inserts after the header or at the end.
  if (requested.length === 0) return { at: hunk.headers.length > 0 && !hunk.atEnd ? after : lines.length, reindent: SAME_INDENT };
  // The header may also be the first old line.
  const found = find(requested, after, hunk.atEnd) ?? find(requested, Math.max(from, after - 1), hunk.atEnd);
  if (found === undefined) throw new ToolError(missing(unix, requested, shown));
  return found;
};

const oldLines = ({ lines }: Hunk): readonly string[] => lines.flatMap(({ kind, text }) => (kind === "add" ? [] : [text]));

/**
 * Returns only the changed ranges, so that context lines are not touched. Undefined if the indentation of a new line
 * cannot be determined.
 */
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

/** Merges adjacent changes: no line end remains between them. */
const joined = (changes: readonly Change[]): readonly Change[] => {
  const apart: Change[] = [];
  for (const next of changes) {
    const last = apart.at(-1);
    if (last === undefined || last.first + last.count !== next.first) apart.push(next);
    else apart.splice(-1, 1, { first: last.first, count: last.count + next.count, lines: [...last.lines, ...next.lines] });
  }
  return apart;
};

/** Converts changes to replacements. `lines` must be the lines of `unix`, which must have `\n` line ends. */
const replacements = (unix: string, lines: readonly string[], changes: readonly Change[]): readonly Replacement[] => {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return changes.map(({ first, count, lines: inserted }) => {
    const at = starts[first] ?? 0;
    const before = lines.slice(first, first + count).join("\n");
    const hasEnd = first + count < lines.length || unix.endsWith("\n") || unix === "";
    if (count > 0 && inserted.length > 0) return { at, before, after: inserted.join("\n") };
    if (count === 0) {
      return hasEnd
        ? { at, before, after: inserted.map((line) => `${line}\n`).join("") }
        : { at: unix.length, before, after: inserted.map((line) => `\n${line}`).join("") };
    }
    // A removed line takes its line end along. A last line without one takes the line end of the previous line.
    if (hasEnd) return { at, before: `${before}\n`, after: "" };
    return first === 0 ? { at, before, after: "" } : { at: at - 1, before: `\n${before}`, after: "" };
  });
};

const notesOf = ({ at, difference, another, notAtEnd }: FoundLines, shown: string): readonly string[] => [
  ...(notAtEnd === true ? [`${shown}, line ${at + 1}: the lines are not at the end of the file.`] : []),
  ...(difference === undefined
    ? []
    : [`${shown}, line ${at + 1}: the lines match except for ${difference}; unchanged lines are as before.`]),
  ...(another === undefined
    ? []
    : [`${shown}: the lines occur at line ${at + 1} and at line ${another + 1}; the first was changed. Check that it is the right one.`]),
];

/** Limits of the requested lines to quote in an error: number of lines and characters of each. */
const QUOTED = { lines: 20, length: 200 };

const missing = (content: string, requested: readonly string[], shown: string): string => {
  const more = requested.length > QUOTED.lines ? [`  … (${requested.length - QUOTED.lines} more lines)`] : [];
  const quoted = [...requested.slice(0, QUOTED.lines).map((line) => `  ${cutLine(line, QUOTED.length)}`), ...more].join("\n");
  const near = nearestText(content, requested.join("\n"));
  const lines = `These lines of the patch are not in ${shown} after the previous part. Nothing was changed in any file.\n${quoted}`;
  return near === undefined
    ? `${lines}\nNo part of it is similar: read the file again.`
    : `${lines}\n${near}\nCopy them from it exactly, without the line numbers.`;
};

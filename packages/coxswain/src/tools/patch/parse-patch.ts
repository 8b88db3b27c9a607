import { ToolError } from "../../loop/index.ts";
import { cutLine } from "../shown-lines.ts";

/** Change of one file. Paths are as written in the patch. */
export type PatchChange =
  | { readonly kind: "add"; readonly path: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "update"; readonly path: string; readonly to?: string; readonly hunks: readonly Hunk[] };

type Kind = PatchChange["kind"];

/** Group of consecutive lines with their changes. */
export interface Hunk {
  /** Header lines to find first, in this order. */
  readonly headers: readonly string[];
  readonly lines: readonly HunkLine[];
  /** True if the lines are at the end of the file. */
  readonly atEnd: boolean;
}

export interface HunkLine {
  readonly kind: "keep" | "remove" | "add";
  readonly text: string;
}

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const END_OF_FILE = "*** End of File";
const SECTION = /^\*\*\* (Add|Delete|Update) File: *(\S.*)$/;
const MOVE = /^\*\*\* Move to: *(\S.*)$/;
/** Line numbers after `@@` in a unified diff. Ignored, because models get them wrong. */
const LINE_NUMBERS = /^-\d+(,\d+)? \+\d+(,\d+)? @@/;
/** Characters to quote of an invalid line. */
const SHOWN = 200;
const KIND_OF: Readonly<Record<string, Kind>> = { Add: "add", Delete: "delete", Update: "update" };
const KINDS: Readonly<Record<string, HunkLine["kind"]>> = { " ": "keep", "-": "remove", "+": "add" };

/**
 * Parses a patch between its markers. Ignores surrounding text such as a shell here-document.
 * @throws {ToolError}
 */
export const parsePatch = (patch: string): readonly PatchChange[] => {
  const lines = patch.replaceAll("\r\n", "\n").split("\n");
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  const end = lines.findLastIndex((line) => line.trim() === END);
  if (begin < 0 || end < begin)
    throw new ToolError(`A patch must begin with the line ${BEGIN} and end with the line ${END}. Nothing was changed.`);
  const starts = sectionStarts(lines, begin + 1, end);
  const first = starts[0] ?? end;
  const stray = lines.slice(begin + 1, first).findIndex((line) => line.trim() !== "");
  if (stray >= 0)
    throw wrong(begin + 1 + stray, lines[begin + 1 + stray], "*** Add File:, *** Update File: or *** Delete File: must be here");
  if (starts.length === 0) throw new ToolError("The patch contains no file. Nothing was changed.");
  return starts.map((start, index) => section(lines, start, starts[index + 1] ?? end));
};

/**
 * Returns the start of each section. In an updated file, a line with white space in front is a file line, even if it
 * looks like a marker.
 */
const sectionStarts = (lines: readonly string[], start: number, end: number): readonly number[] => {
  const starts: number[] = [];
  let kind: Kind | undefined;
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? "";
    const found = SECTION.exec(kind === "update" ? line.trimEnd() : line.trim());
    if (found === null) continue;
    kind = KIND_OF[found[1] ?? ""];
    starts.push(at);
  }
  return starts;
};

const section = (lines: readonly string[], start: number, end: number): PatchChange => {
  const [, name = "", path = ""] = SECTION.exec(lines[start]?.trim() ?? "") ?? [];
  const kind = KIND_OF[name];
  if (kind === "add") return { kind: "add", path, text: addedText(lines, start + 1, end) };
  if (kind === "delete") {
    const stray = firstFilled(lines, start + 1, end);
    if (stray < end) throw wrong(stray, lines[stray], "no lines may follow *** Delete File:");
    return { kind: "delete", path };
  }
  const to = MOVE.exec(lines[start + 1]?.trimEnd() ?? "")?.[1];
  const hunks = hunksOf(lines, to === undefined ? start + 1 : start + 2, end);
  if (hunks.length === 0 && to === undefined) throw wrong(start, lines[start], "it has no changes");
  return { kind: "update", path, ...(to === undefined ? {} : { to }), hunks };
};

const addedText = (lines: readonly string[], start: number, end: number): string => {
  const added: string[] = [];
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("+")) added.push(line.slice(1));
    else if (line.trim() !== "") throw wrong(at, line, "each line of a new file must begin with +");
    else if (firstFilled(lines, at, end) < end) throw wrong(at, line, "each line of a new file must begin with +, also empty lines");
  }
  return added.length === 0 ? "" : `${added.join("\n")}\n`;
};

const hunksOf = (lines: readonly string[], start: number, end: number): readonly Hunk[] => {
  const hunks: { headers: string[]; lines: HunkLine[]; atEnd: boolean }[] = [];
  const current = () => {
    const last = hunks.at(-1);
    if (last !== undefined && !last.atEnd) return last;
    const next = { headers: [], lines: [], atEnd: false };
    hunks.push(next);
    return next;
  };
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? "";
    const kind = KINDS[line[0] ?? ""];
    if (line.startsWith("@@")) {
      const header = line.slice(2).replace(/^ /, "");
      if (current().lines.length > 0) hunks.push({ headers: [], lines: [], atEnd: false });
      if (header.trim() !== "" && !LINE_NUMBERS.test(header)) current().headers.push(header);
    } else if (line.trimEnd() === END_OF_FILE) {
      current().atEnd = true;
    } else if (kind !== undefined) current().lines.push({ kind, text: line.slice(1) });
    else if (line === "") {
      // Models omit the space of an empty context line. Empty lines at the end of a hunk only separate it from the
      // next.
      const next = firstFilled(lines, at, end);
      if (next < end && !endsSection(lines[next] ?? "")) current().lines.push({ kind: "keep", text: "" });
    } else throw wrong(at, line, "each line must begin with a space, - or +, or be @@");
  }
  const empty = hunks.find((hunk) => hunk.lines.every(({ kind }) => kind === "keep"));
  if (empty !== undefined) throw new ToolError("A part of the patch has no changes: no line begins with - or +. Nothing was changed.");
  return hunks;
};

const endsSection = (line: string): boolean => line.startsWith("@@") || line.trimEnd() === END_OF_FILE;

const firstFilled = (lines: readonly string[], start: number, end: number): number => {
  const found = lines.slice(start, end).findIndex((line) => line.trim() !== "");
  return found < 0 ? end : start + found;
};

const wrong = (at: number, line: string | undefined, why: string): ToolError =>
  new ToolError(`Line ${at + 1} of the patch (${JSON.stringify(cutLine(line ?? "", SHOWN))}) is invalid: ${why}. Nothing was changed.`);

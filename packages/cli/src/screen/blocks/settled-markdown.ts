import { bareRow } from "./rows.ts";

/** The beginning of a list's item with spaces before it. */
const NESTED_ITEM = /\n[ \t]+(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** A last line that may become the beginning of a block. */
const UNDECIDED = /^ {0,3}(?:> ?)*(?:[-*+_=]+|\d{1,9}[.)]?|#{1,6}|[`~]+.*|<.*)?\r?$/;
/** A line of code, or of the paragraph before it. */
const INDENTED = /\r?\n(?: {4}|\t)/;

/**
 * Returns the number of characters at the beginning of an unfinished piece of Markdown whose rows cannot change, apart from the
 * last row: those before the first mark that is still open. Zero if any row may change.
 *
 * @param rows the rows of the text
 */
export const settledEnd = (text: string, rows: readonly string[]): number => {
  // The widths of a table change with each of its rows, and empty lines between the items of a list move them all apart.
  if (text.includes("|") || NESTED_ITEM.test(text) || /\n[ \t\r]*\n/.test(text)) return 0;
  const end = closedEnd(text);
  // A growing word may be too long for its row at last, and then begins on the row before.
  return end === text.length && isOneWord(rows.at(-1) ?? "") ? closedEnd(text.slice(0, text.search(/\S*\s*$/))) : end;
};

/** Returns the length of the longest beginning that ends neither within a mark nor with a line that may become a block. */
export const closedEnd = (text: string): number => {
  let end = INDENTED.exec(text)?.index ?? text.length;
  for (;;) {
    const lines = decidedEnd(text, end);
    const open = openSpan(text.slice(0, lines));
    if (open === end) return end;
    end = open;
  }
};

/** Returns the end of the text before lines that may become a block. */
const decidedEnd = (text: string, length: number): number => {
  let end = length;
  let line = text.lastIndexOf("\n", end - 1);
  while (line >= 0 && end > 0 && UNDECIDED.test(text.slice(line + 1, end))) {
    end = text[line - 1] === "\r" ? line - 1 : line;
    line = text.lastIndexOf("\n", end - 1);
  }
  return end;
};

const isOneWord = (row: string): boolean => !/\s/.test(bareRow(row).replace(/^[│\s]+/, ""));

interface OpenMark {
  readonly at: number;
  readonly character: string;
  length: number;
}

/** Returns the position of the first code span, link, tag or emphasis that has no end yet, else the length of the text. */
const openSpan = (text: string): number => {
  const marks: OpenMark[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === "\\") {
      if (at + 1 === text.length) return firstOpen(marks, at);
      at += 2;
    } else if (character === "`") {
      const ticks = runOf(text, at);
      const end = closingTicks(text, at + ticks, ticks);
      if (end === undefined) return firstOpen(marks, at);
      at = end;
    } else if (character === "[") {
      const end = linkEnd(text, at);
      if (end === undefined) return firstOpen(marks, at);
      at = end;
    } else if (character === "<") {
      const end = /^<[^\s>]*>/.exec(text.slice(at));
      if (end === null && /^<[^\s>]*$/.test(text.slice(at))) return firstOpen(marks, at);
      at += end?.[0].length ?? 1;
    } else if (character === "*" || character === "_" || character === "~") at = emphasis(text, at, character, marks);
    else at++;
  }
  return firstOpen(marks, text.length);
};

/** The marks are in the order of their positions. */
const firstOpen = ([first]: readonly OpenMark[], at: number): number => Math.min(at, first?.at ?? at);

const runOf = (text: string, at: number): number => {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
};

/** Returns the position behind the run of as many ticks. Undefined if there is none, or it may grow. */
const closingTicks = (text: string, from: number, ticks: number): number | undefined => {
  for (let at = text.indexOf("`", from); at >= 0;) {
    const length = runOf(text, at);
    if (length === ticks) return at + length === text.length ? undefined : at + length;
    at = text.indexOf("`", at + length);
  }
  return undefined;
};

/** Returns the position behind the text in brackets, with the address in parentheses if there is one. Undefined while it is open. */
const linkEnd = (text: string, from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) {
      if (at + 1 === text.length) return undefined;
      if (text[at + 1] !== "(") return at + 1;
      const end = text.indexOf(")", at);
      return end < 0 ? undefined : end + 1;
    }
  }
  return undefined;
};

/** Opens or closes emphasis by the run of marks at a position. Returns the position behind the run. */
const emphasis = (text: string, at: number, character: string, marks: OpenMark[]): number => {
  let length = runOf(text, at);
  const end = at + length;
  const [before = " ", after = " "] = [text[at - 1], text[end]];
  const isWord = /[\p{L}\p{N}]/u;
  if (character === "_" && isWord.test(before) && isWord.test(after)) return end;
  if (/\S/.test(before)) {
    while (length > 0) {
      const open = marks.findLastIndex((mark) => mark.character === character);
      const mark = marks[open];
      if (mark === undefined) break;
      const closed = Math.min(length, mark.length);
      length -= closed;
      mark.length -= closed;
      marks.length = mark.length === 0 ? open : open + 1;
    }
  }
  if (length > 0 && (/\S/.test(after) || end === text.length)) marks.push({ at: end - length, character, length });
  return end;
};

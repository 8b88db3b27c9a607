import { codeLabel, codeRows, codeText, highlighted } from "./code.ts";
import type { LineStyler } from "./highlighter.ts";
import { continuedRows } from "./continued-rows.ts";
import { type MarkdownOptions, markdownRows } from "./markdown.ts";
import { withoutTrailingSpaces } from "./rows.ts";
import { closedEnd, settledEnd } from "./settled-markdown.ts";

/** Rows of growing text. */
export interface StreamedRows {
  /** Rows that no longer change, since the last update. */
  readonly final: readonly string[];
  /** Rows at the end that may still change. */
  readonly live: readonly string[];
}

interface Fence {
  /** As it opened: three or more backticks or tildes. */
  readonly mark: string;
  /** Spaces before the mark, which lines of the code may have too. */
  readonly indent: string;
  readonly language: string;
  /** Keeps the state of the code. Undefined: it is not highlighted. */
  readonly styler: LineStyler | "loading" | undefined;
}

const OPENING = /^( {0,3})(`{3,}|~{3,}(?!~))[ \t]*([^`\n]*)\n/;
const BLANK = /^(?:[ \t\r]*\n)+/;
/** The beginning of a list's item. */
const ITEM = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** A line that is a whole block at the beginning of a piece, and one that ends the piece before it. */
const ONE_LINE = /^ {0,3}(?:#{1,6}[ \t][^\n]*|(?:-{3,}|\*{3,}|_{3,})[ \t\r]*)\n/;
const HEADING = /^#{1,6}[ \t]/;
/** A line of a paragraph, or of one in a quote, which has its own rows. */
const PROSE = /^(?:> )?\p{L}/u;
/** Characters of a paragraph from which the end of a line ends the piece. */
const LONG_PROSE = 2000;
/** Lines at the end of unfinished text that are shown, if all of it may still change. */
const LIVE_LINES = 30;
/** Characters of unfinished text from which it is not rendered with each update: a table, or a line without an end. */
const LONG = 4000;
/** Part by which long text must grow until it is rendered again. */
const GROWTH = 1 / 16;
/** Characters at the end of an unfinished line of code that are shown while it grows. */
const LINE_END = 1000;

/**
 * Turns growing Markdown into rows, each final as early as possible: code line by line, other text row by row except for the
 * rows that later markup may change. A paragraph keeps the width that its first final row had, because that row cannot be
 * wrapped again.
 */
export class MarkdownStream {
  #options: MarkdownOptions;
  /** Characters whose rows are all final. */
  #offset = 0;
  /** Final rows of the piece that begins at the offset. */
  #rows: readonly string[] = [];
  /** Characters of that piece in which no end of it was found. */
  #searched = 0;
  /** Rows of that piece at the last update that may change, and its length then. */
  #tail: { readonly length: number; readonly rows: readonly string[] } = { length: 0, rows: [] };
  /** True if an empty row must come before the next piece. */
  #gap = false;
  #fence: Fence | undefined;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  /**
   * @param text all of the text so far
   * @param complete true if nothing follows
   * @param width columns of the next rows. Default: as before.
   */
  update(text: string, complete: boolean, width = this.#options.width): StreamedRows {
    const final: string[] = [];
    do this.#resize(width);
    while (this.#step(text, complete, final));
    const live = complete ? [] : this.#live(text, final);
    // Without it, the rows above would move when the first row of the piece becomes final.
    return { final, live: this.#gap && live.length > 0 ? ["", ...live] : live };
  }

  #resize(width: number): void {
    if (width === this.#options.width || this.#rows.length > 0) return;
    this.#options = { ...this.#options, width };
    this.#tail = { length: 0, rows: [] };
  }

  /** Makes the next piece final. Returns false if there is none. */
  #step(text: string, complete: boolean, final: string[]): boolean {
    const rest = text.slice(this.#offset);
    if (rest === "") return false;
    return this.#fence === undefined ? this.#prose(rest, complete, final) : this.#code(rest, this.#fence, complete, final);
  }

  #code(rest: string, fence: Fence, complete: boolean, final: string[]): boolean {
    const end = rest.indexOf("\n");
    if (end < 0 && !complete) return false;
    const line = end < 0 ? rest : rest.slice(0, end);
    if (closes(line, fence.mark)) {
      this.#fence = undefined;
      this.#gap = true;
    } else {
      const styler = fence.styler === "loading" ? this.#stylerOf(fence.language) : fence.styler;
      if (styler === "loading" && !complete) return false;
      this.#fence = { ...fence, styler };
      final.push(...this.#codeRows(line, fence, styler === "loading" ? undefined : styler));
    }
    this.#offset += line.length + (end < 0 ? 0 : 1);
    return true;
  }

  #stylerOf(language: string): Fence["styler"] {
    return this.#options.highlighter?.styler(language, this.#options.theme);
  }

  #codeRows(line: string, { indent }: Fence, styler: LineStyler | undefined): readonly string[] {
    const { theme, width, terminalWrapsCode } = this.#options;
    const styled = highlighted(codeText(withoutIndent(line, indent)), styler, theme);
    return terminalWrapsCode === true ? [withoutTrailingSpaces(styled)] : codeRows(styled, width);
  }

  #prose(rest: string, complete: boolean, final: string[]): boolean {
    const blank = BLANK.exec(rest)?.[0];
    if (blank !== undefined && this.#rows.length === 0) {
      this.#offset += blank.length;
      return true;
    }
    const opening = OPENING.exec(rest);
    if (opening !== null) {
      const [line, indent = "", mark = "", info = ""] = opening;
      this.#begin(final);
      this.#fence = { mark, indent, language: info.trim(), styler: this.#stylerOf(info) };
      final.push(codeLabel(this.#fence.language, this.#options.width, this.#options.theme));
      this.#offset += line.length;
      return true;
    }
    const piece = pieceOf(rest, this.#searched, complete);
    this.#searched = piece.searched;
    if (piece.end === undefined) return false;
    // Code in a list or a quote.
    if (!complete && this.#options.highlighter?.isLoading(rest.slice(0, piece.end)) === true) return false;
    const rows = markdownRows(rest.slice(0, piece.end), this.#options);
    if (this.#rows.length === 0 && rows.length > 0) this.#begin(final);
    final.push(...continuedRows(this.#rows, rows));
    this.#offset += piece.end;
    this.#rows = [];
    this.#searched = 0;
    this.#tail = { length: 0, rows: [] };
    this.#gap = piece.gap;
    return true;
  }

  /** Makes rows of the unfinished piece final that its end cannot change, and returns the others. */
  #live(text: string, final: string[]): readonly string[] {
    // The second half of a character, or of a line's end, may follow.
    const rest = text.slice(this.#offset).replace(/[\ud800-\udbff\r]$/, "");
    if (rest.trim() === "") return [];
    if (this.#fence !== undefined) return this.#liveCode(rest, this.#fence);
    // It may become a fence.
    if (/^ {0,3}[`~]+[^\n]*$/.test(rest)) return [];
    if (rest.length > LONG && rest.length < this.#tail.length * (1 + GROWTH)) return this.#tail.rows;
    const rows = markdownRows(rest.length > LONG && settledEnd(rest, []) === 0 ? endOf(rest) : rest, this.#options);
    const settled = settledEnd(rest, rows);
    const settledRows = settled === rest.length ? rows : settled === 0 ? [] : markdownRows(rest.slice(0, settled), this.#options);
    const count = finalCount(settledRows);
    const next = count > this.#rows.length ? continuedRows(this.#rows, settledRows.slice(0, count)) : [];
    if (this.#rows.length === 0 && next.length > 0) this.#begin(final);
    final.push(...next);
    this.#rows = [...this.#rows, ...next];
    this.#tail = { length: rest.length, rows: continuedRows(this.#rows, rows) };
    return this.#tail.rows;
  }

  #liveCode(rest: string, fence: Fence): readonly string[] {
    const { width, theme } = this.#options;
    // Lines wait only for their language.
    const line = codeText(withoutIndent(rest.slice(rest.lastIndexOf("\n") + 1).slice(-LINE_END), fence.indent));
    return closes(line, fence.mark) ? [] : codeRows(typeof fence.styler === "object" ? fence.styler.peek(line) : theme.code(line), width);
  }

  #begin(final: string[]): void {
    if (this.#gap) final.push("");
    this.#gap = false;
  }
}

/** Renders complete Markdown, as a stream shows it in the end. */
export const wholeMarkdownRows = (text: string, options: MarkdownOptions): readonly string[] =>
  new MarkdownStream(options).update(text, true).final;

/** Returns the number of rows that more text at their end cannot change. */
const finalCount = (rows: readonly string[]): number =>
  // An empty row belongs to the row after it.
  rows.slice(0, -1).findLastIndex((row) => row !== "") + 1;

const closes = (line: string, mark: string): boolean => {
  const trimmed = line.trim();
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? "").repeat(trimmed.length);
};

const withoutIndent = (line: string, indent: string): string =>
  indent !== "" && line.startsWith(indent) ? line.slice(indent.length) : line;

/** True for the end of a line between two of a paragraph, where no mark is open: both have their own rows. */
const isProseEnd = (rest: string, at: number): boolean => {
  const [before, after] = [rest.slice(rest.lastIndexOf("\n", at - 1) + 1, at), rest.slice(at + 1)];
  return PROSE.test(before) && PROSE.test(after) && before.startsWith(">") === after.startsWith(">") && closedEnd(rest.slice(0, at)) === at;
};

/** Returns the last lines of a table or a list, below the names of the columns. */
const endOf = (text: string): string => {
  const lines = text.split("\n");
  const end = lines.slice(-LIVE_LINES);
  return (lines[1]?.includes("|") === true ? [...lines.slice(0, 2), ...end] : end).join("\n");
};

interface Piece {
  /** Undefined: more of it may follow. */
  readonly end?: number;
  /** True if an empty row separates it from the next one. */
  readonly gap: boolean;
  /** Characters after which the search continues when more has arrived. */
  readonly searched: number;
}

/** Finds the end of the piece at the beginning: an empty line, the next item of a list, a heading, or a fence. */
const pieceOf = (rest: string, searched: number, complete: boolean): Piece => {
  const line = ONE_LINE.exec(rest)?.[0];
  if (line !== undefined) return { end: line.length, gap: true, searched };
  const indent = ITEM.exec(rest)?.[1]?.length ?? 0;
  let last = searched;
  for (let at = rest.indexOf("\n", searched); at >= 0 && at < rest.length - 1; at = rest.indexOf("\n", at + 1)) {
    const after = rest.slice(at + 1);
    const blank = BLANK.exec(after)?.[0];
    // An indented line after an empty one continues a list's item.
    if (blank !== undefined && after.length > blank.length && !/^[ \t]/.test(after.slice(blank.length))) {
      return { end: at + 1 + blank.length, gap: true, searched };
    }
    if (OPENING.test(after) || HEADING.test(after)) return { end: at + 1, gap: true, searched };
    // An item that is indented further belongs to the one before it.
    if ((ITEM.exec(after)?.[1]?.length ?? 4) <= indent) return { end: at + 1, gap: false, searched };
    if (at > LONG_PROSE && isProseEnd(rest, at)) return { end: at + 1, gap: false, searched };
    // The meaning of the next line may depend on its end, and that of an empty one on the line after it.
    if (blank === undefined && after.includes("\n")) last = at + 1;
  }
  return complete ? { end: rest.length, gap: false, searched: 0 } : { gap: false, searched: last };
};

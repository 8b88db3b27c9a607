import { markdownRows, codeRows, fenceRow } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";

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
  readonly language: string;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)\n/;
/** The beginning of a list's item. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;

/**
 * Turns growing Markdown into rows, each final as early as possible: code line by line, other text row by row except for the
 * rows that later markup may change. It keeps the width that it began with, because final rows cannot be wrapped again.
 */
export class MarkdownStream {
  readonly #width: number;
  readonly #theme: Theme;
  /** Characters whose rows are all final. */
  #offset = 0;
  /** Final rows of the piece that begins at the offset. */
  #rows = 0;
  /** True if an empty row must come before the next piece. */
  #gap = false;
  #fence: Fence | undefined;

  constructor(width: number, theme: Theme) {
    this.#width = width;
    this.#theme = theme;
  }

  /** @param text all of the text so far. @param complete true if nothing follows. */
  update(text: string, complete: boolean): StreamedRows {
    const final: string[] = [];
    let step = this.#step(text, complete, final);
    while (step === "again") step = this.#step(text, complete, final);
    return { final, live: complete ? [] : this.#live(text, final) };
  }

  #step(text: string, complete: boolean, final: string[]): "again" | "end" {
    const rest = text.slice(this.#offset);
    if (rest === "") return "end";
    return this.#fence === undefined ? this.#prose(rest, complete, final) : this.#code(rest, this.#fence, complete, final);
  }

  #code(rest: string, { mark, language }: Fence, complete: boolean, final: string[]): "again" | "end" {
    const end = rest.indexOf("\n");
    if (end < 0 && !complete) return "end";
    const line = end < 0 ? rest : rest.slice(0, end);
    this.#offset += line.length + (end < 0 ? 0 : 1);
    if (closes(line, mark)) {
      final.push(fenceRow("", this.#theme));
      this.#fence = undefined;
      this.#gap = true;
    } else final.push(...codeRows(line, language, this.#width, this.#theme));
    return "again";
  }

  #prose(rest: string, complete: boolean, final: string[]): "again" | "end" {
    const blank = /^(?:[ \t]*\n)+/.exec(rest)?.[0];
    if (blank !== undefined && this.#rows === 0) {
      this.#offset += blank.length;
      return "again";
    }
    const opening = OPENING.exec(rest);
    if (opening !== null) {
      const [line, mark = "", language = ""] = opening;
      this.#begin(final);
      this.#fence = { mark, language: language.trim() };
      final.push(fenceRow(this.#fence.language, this.#theme));
      this.#offset += line.length;
      return "again";
    }
    const piece = pieceOf(rest, complete);
    if (piece === undefined) return "end";
    const rows = markdownRows(piece.text, this.#width, this.#theme);
    if (this.#rows === 0 && rows.length > 0) this.#begin(final);
    final.push(...rows.slice(this.#rows));
    this.#offset += piece.text.length;
    this.#rows = 0;
    this.#gap = piece.gap;
    return "again";
  }

  /** Makes rows of the unfinished piece final that its end cannot change, and returns the others. */
  #live(text: string, final: string[]): readonly string[] {
    const rest = text.slice(this.#offset);
    if (rest.trim() === "") return [];
    if (this.#fence !== undefined) return codeRows(rest, this.#fence.language, this.#width, this.#theme);
    // It may become a fence.
    if (/^ {0,3}[`~]{1,}[^\n]*$/.test(rest)) return [];
    const rows = markdownRows(rest, this.#width, this.#theme);
    const count = Math.max(this.#rows, rows.length - unsettledRows(rest));
    if (this.#rows === 0 && count > 0) this.#begin(final);
    final.push(...rows.slice(this.#rows, count));
    this.#rows = count;
    return rows.slice(count);
  }

  #begin(final: string[]): void {
    if (this.#gap) final.push("");
    this.#gap = false;
  }
}

const closes = (line: string, mark: string): boolean => {
  const trimmed = line.trim();
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? "").repeat(trimmed.length);
};

/** Returns the complete piece at the beginning: up to an empty line, the next item of a list, or a fence. */
const pieceOf = (rest: string, complete: boolean): { readonly text: string; readonly gap: boolean } | undefined => {
  const isList = ITEM.test(rest);
  for (let at = rest.indexOf("\n"); at >= 0 && at < rest.length - 1; at = rest.indexOf("\n", at + 1)) {
    const after = rest.slice(at + 1);
    const blank = /^(?:[ \t]*\n)+/.exec(after)?.[0];
    // An indented line after an empty one continues a list's item.
    if (blank !== undefined && after.length > blank.length && !/^[ \t]/.test(after.slice(blank.length))) {
      return { text: rest.slice(0, at + 1 + blank.length), gap: true };
    }
    if (OPENING.test(after)) return { text: rest.slice(0, at + 1), gap: true };
    if (isList && ITEM.test(after)) return { text: rest.slice(0, at + 1), gap: false };
  }
  return complete ? { text: rest, gap: false } : undefined;
};

/** Rows at the end of unfinished Markdown that what follows may change. */
const unsettledRows = (text: string): number => {
  // The widths of a table change with every row.
  if (/^\s*\|/m.test(text)) return Number.POSITIVE_INFINITY;
  const isOpen = (mark: RegExp): boolean => (text.match(mark)?.length ?? 0) % 2 === 1;
  // Closing the markup wraps the rows before it again.
  const opens = [/\*\*/g, /`/g, /~~/g, /(?<!\*)\*(?!\*)/g].some(isOpen) || /\[[^\]]*(\]\([^)]*)?$/.test(text);
  return opens ? 6 : 1;
};

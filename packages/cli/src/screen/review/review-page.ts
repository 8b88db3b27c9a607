import { escapeLine } from "../../output/index.ts";
import { fileCount } from "../../changes/index.ts";
import { fit } from "../blocks/index.ts";
import { type Keymap, keyLabel, type ReviewKeyAction } from "../keys/index.ts";
import type { Page, PageFrame, PageSize } from "../panels/index.ts";
import type { Theme } from "../themes/index.ts";
import { CommentLine } from "./comment-line.ts";
import { ReviewDocument, type ReviewPosition } from "./review-document.ts";
import { reviewPrompt } from "./review-prompt.ts";
import { reviewRows } from "./review-rows.ts";
import type { ReviewSource } from "./review-source.ts";

export interface ReviewPageOptions {
  readonly source: ReviewSource;
  readonly keys: Pick<Keymap, "findInReview" | "rows">;
  /** Gets the comments as a prompt; undefined without comments. */
  readonly onClose: (prompt: string | undefined) => void;
  /** Called if something else is shown without a key. */
  readonly onChange: () => void;
}

/** Rows of one line, at most. */
const MOST_LINE = 20;

/** Changes as one diff over the whole screen, with comments on lines. */
export class ReviewPage implements Page {
  readonly #options: ReviewPageOptions;
  readonly #document: ReviewDocument;
  #cursor: ReviewPosition = { file: 0, line: 0 };
  /** The first line on the screen. */
  #top: ReviewPosition = { file: 0, line: 0 };
  /** True if the cursor was set to another change or file since the last frame. */
  #hasJumped = false;
  /** Rows of the diff in the last frame. */
  #height = 1;
  #typing: CommentLine | undefined;
  /** A line about the last key. */
  #hint = "";
  /** True after a key that closes the review while it has comments. */
  #isClosing = false;

  constructor(options: ReviewPageOptions) {
    this.#options = options;
    this.#document = new ReviewDocument(options.source, options.onChange);
  }

  frame({ width, height }: PageSize, theme: Theme): PageFrame {
    const hasHeader = height > 2;
    this.#height = Math.max(1, height - (hasHeader ? 2 : 1));
    const rows = this.#rows(width, theme);
    while (rows.length < this.#height) rows.push("");
    const typed = this.#typing?.row(width);
    const all = [...(hasHeader ? [this.#header(width, theme)] : []), ...rows, typed?.row ?? this.#footer(width, theme)].slice(-height);
    return { rows: all, ...(typed === undefined ? {} : { caret: { row: all.length - 1, column: typed.column } }) };
  }

  input(data: string): void {
    this.#hint = "";
    if (this.#typing !== undefined) return this.#typing.input(data);
    const action = this.#options.keys.findInReview(data);
    const wasClosing = this.#isClosing;
    this.#isClosing = false;
    if (action === "close") this.#close(wasClosing);
    else if (action !== undefined) this.#act(action);
  }

  scroll(rows: number): void {
    if (this.#typing === undefined) this.#move(rows);
  }

  #act(action: Exclude<ReviewKeyAction, "close">): void {
    const document = this.#document;
    const { file, line } = document.resolve(this.#cursor);
    const page = Math.max(1, this.#height - 2);
    switch (action) {
      case "lineUp":
        return this.#move(-1);
      case "lineDown":
        return this.#move(1);
      case "pageUp":
        return this.#move(-page);
      case "pageDown":
        return this.#move(page);
      case "start":
        return this.#go({ file: 0, line: 0 });
      case "end":
        return this.#go({ file: document.length - 1, line: Number.MAX_SAFE_INTEGER });
      case "previousHunk":
        return this.#go(document.change({ file, line }, (at) => document.previous(at)));
      case "nextHunk":
        return this.#go(document.change({ file, line }, (at) => document.next(at)));
      case "previousFile":
        return this.#go(line > 0 ? { file, line: 0 } : { file: Math.max(0, file - 1), line: 0 });
      case "nextFile":
        return this.#go(file + 1 < document.length ? { file: file + 1, line: 0 } : undefined);
      case "comment":
        return this.#comment({ file, line });
      case "delete":
        if (document.commentAt({ file, line }) === undefined) this.#hint = "No comment on this line";
        else document.comment({ file, line }, "");
        return undefined;
      case "finish": {
        const { comments } = document;
        return this.#options.onClose(comments.length === 0 ? undefined : reviewPrompt(comments));
      }
    }
  }

  #close(isSecond: boolean): void {
    const { length } = this.#document.comments;
    if (length === 0 || isSecond) return this.#options.onClose(undefined);
    this.#isClosing = true;
    this.#hint = `Again discards ${length === 1 ? "the comment" : `${length} comments`} · ${this.#keyOf("finish")} uses them`;
  }

  #comment(at: ReviewPosition): void {
    this.#typing = new CommentLine({
      text: this.#document.commentAt(at) ?? "",
      take: (text) => {
        this.#typing = undefined;
        if (text !== undefined) this.#document.comment(at, text);
      },
    });
  }

  /** Moves by lines, down if positive. Waits at a file that is not read yet, so that none of its lines is skipped. */
  #move(count: number): void {
    const document = this.#document;
    for (let moved = 0; moved < Math.abs(count); moved++) {
      const at = document.resolve(this.#cursor);
      if (!document.isLoaded(at.file)) return;
      if (count < 0 && at.line === 0 && at.file > 0) this.#cursor = { file: at.file - 1, line: Number.MAX_SAFE_INTEGER };
      else this.#cursor = (count < 0 ? document.previous(at) : document.next(at)) ?? at;
    }
  }

  #go(to: ReviewPosition | undefined): void {
    if (to === undefined) return;
    this.#cursor = to;
    this.#hasJumped = true;
  }

  /** Renders the lines from the top on, after moving it so that the cursor is on view. */
  #rows(width: number, theme: Theme): string[] {
    const document = this.#document;
    const cursor = document.resolve(this.#cursor);
    const rowsOf = (at: ReviewPosition): readonly string[] => {
      const isSelected = at.file === cursor.file && at.line === cursor.line;
      return reviewRows(document, at, { width, theme, most: Math.min(MOST_LINE, this.#height), isSelected });
    };
    let top = document.resolve(this.#top);
    if (isBefore(cursor, top)) top = cursor;
    const walk = { rowsOf, next: (at: ReviewPosition) => document.next(at) };
    let shown = rowsFrom(top, cursor, this.#height, walk);
    // After a jump the lines below are shown too, where there are any.
    const below = this.#hasJumped ? (rowsFrom(cursor, cursor, this.#height, walk)?.rows ?? []) : rowsOf(cursor);
    const isCut = this.#hasJumped && shown !== undefined && this.#height - shown.cursor < Math.min(below.length, (this.#height * 2) / 3);
    if (shown === undefined || isCut) {
      top = cursor;
      let space = this.#height - below.length;
      for (let at = document.previous(cursor); at !== undefined; at = document.previous(at)) {
        space -= rowsOf(at).length;
        if (space < 0) break;
        top = at;
      }
      shown = rowsFrom(top, cursor, this.#height, walk);
    }
    if (document.isLoaded(cursor.file)) this.#hasJumped = false;
    this.#top = top;
    return (shown?.rows ?? [...rowsOf(cursor)]).slice(0, this.#height);
  }

  #header(width: number, theme: Theme): string {
    const { source } = this.#options;
    const { file } = this.#cursor;
    const place = `${file + 1}/${this.#document.length} ${this.#document.file(file).name}`;
    const title = `Review of ${escapeLine(source.title)}, ${fileCount(source.files.length)}`;
    return fit(`${theme.accent(place)}  ${theme.dim(title)}`, width);
  }

  #footer(width: number, theme: Theme): string {
    if (this.#hint !== "") return fit(theme.warning(this.#hint), width);
    const { length } = this.#document.comments;
    const at = this.#document.resolve(this.#cursor);
    const hasComment = this.#document.commentAt(at) !== undefined;
    const parts = [
      ...(this.#document.isLoaded(at.file) ? [] : ["reading…"]),
      ...(length === 0 ? [] : [length === 1 ? "1 comment" : `${length} comments`]),
      `${this.#keyOf("comment")} ${hasComment ? "edit" : "comment"}`,
      ...(length === 0 ? [] : [`${this.#keyOf("finish")} finish`]),
      `${this.#keyOf("close")} close`,
      `${this.#keyOf("nextHunk")} next change`,
      `${this.#keyOf("nextFile")} next file`,
    ];
    return fit(theme.dim(parts.join(" · ")), width);
  }

  /** Returns the label of the first key of an action. */
  #keyOf(action: ReviewKeyAction): string {
    const [key] = this.#options.keys.rows.find((row) => row.action === `review.${action}`)?.keys ?? [];
    return key === undefined ? "" : keyLabel(key);
  }
}

interface Walk {
  readonly rowsOf: (at: ReviewPosition) => readonly string[];
  readonly next: (at: ReviewPosition) => ReviewPosition | undefined;
}

/** Renders lines from `top` on, with the row of the line at `cursor`. Undefined: it is not among the first `height` rows. */
const rowsFrom = (
  top: ReviewPosition,
  cursor: ReviewPosition,
  height: number,
  { rowsOf, next }: Walk,
): { readonly rows: readonly string[]; readonly cursor: number } | undefined => {
  const rows: string[] = [];
  let found: number | undefined;
  for (let at: ReviewPosition | undefined = top; at !== undefined && rows.length < height; at = next(at)) {
    const from = rows.length;
    rows.push(...rowsOf(at));
    if (at.file === cursor.file && at.line === cursor.line && rows.length <= height) found = from;
  }
  return found === undefined ? undefined : { rows, cursor: found };
};

const isBefore = (one: ReviewPosition, other: ReviewPosition): boolean =>
  one.file < other.file || (one.file === other.file && one.line < other.line);

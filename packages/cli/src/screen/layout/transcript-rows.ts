import type { Block } from "coxswain/view";
import { escapeLine } from "../../output/index.ts";
import {
  type BlockDrawing,
  blockDrawing,
  type BlockImage,
  type BlockOptions,
  fit,
  type Highlighter,
  type ImageSpace,
  MarkdownStream,
  wrap,
} from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { isSeparate } from "./separation.ts";
import type { Transcript, TranscriptItem } from "./transcript.ts";

interface CachedRows extends BlockDrawing {
  /** The last frame that asked for them. */
  readonly frame: number;
}

/** Rows of settled items that stay in memory, beside those of the last frame. */
const CACHED_ROWS = 4000;

/**
 * The rows of each item of a transcript, at one width. Rows are made when they are asked for, and only those near the last
 * asked ones stay in memory.
 */
export class TranscriptRows {
  readonly #transcript: Transcript;
  readonly #theme: Theme;
  readonly #highlighter: Highlighter;
  /** Ids of blocks that show everything, or with `expanded` of those that do not. */
  readonly #toggled = new Set<string>();
  #expanded = false;
  #width = 1;
  #images: ImageSpace | undefined;
  #now = 0;
  /** Rows of live blocks in this frame. */
  readonly #live = new Map<TranscriptItem, BlockDrawing>();
  /** Rows of settled items, the last asked one at the end. */
  readonly #cache = new Map<TranscriptItem, CachedRows>();
  #cachedRows = 0;
  #frame = 0;
  /** Numbers of rows of items, estimated until their rows are made. */
  #counts = new WeakMap<TranscriptItem, number>();
  #revision = 0;
  /** Answers that grow, by the ids of their blocks: their rows so far, of which the first ones are final. */
  readonly #growing = new Map<string, { readonly stream: MarkdownStream; readonly rows: string[]; final: number }>();

  constructor(transcript: Transcript, theme: Theme, highlighter: Highlighter) {
    this.#transcript = transcript;
    this.#theme = theme;
    this.#highlighter = highlighter;
  }

  /** Changes when counts of rows that were returned may no longer be true. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Begins a frame with a width of rows, and the time that running work is measured by. Returns true if the rows of a block may
   * be others than before.
   * @param images space for images; default: each is a line
   */
  begin(width: number, now: number, images?: ImageSpace): boolean {
    this.#now = now;
    this.#frame += 1;
    this.#live.clear();
    if (width === this.#width && isSameSpace(images, this.#images)) return false;
    this.#width = width;
    this.#images = images;
    this.#growing.clear();
    this.#forget();
    return true;
  }

  /** Makes the rows again, because the colors changed. */
  restyle(): void {
    this.#growing.clear();
    this.#forget();
  }

  /** Shows everything of all blocks, or the part that people usually want to see. */
  expandAll(): boolean {
    this.#expanded = !this.#expanded;
    this.#toggled.clear();
    this.#forget();
    return this.#expanded;
  }

  /** Opens or folds a block in place. Returns false for an item that cannot be folded. */
  toggle(item: number): boolean {
    const block = this.#transcript.at(item);
    if (block === undefined || block.kind === "printed" || !FOLDS.has(block.kind)) return false;
    if (!this.#toggled.delete(block.id)) this.#toggled.add(block.id);
    this.#drop(block);
    return true;
  }

  isFoldable(item: number): boolean {
    const kind = this.#transcript.at(item)?.kind;
    return kind !== undefined && kind !== "printed" && FOLDS.has(kind) && this.#body(item).rows.length > 0;
  }

  /** True if everything of the block is shown. */
  isOpen(item: number): boolean {
    const block = this.#transcript.at(item);
    return block !== undefined && block.kind !== "printed" && this.#isOpen(block);
  }

  /** Returns the number of an item's rows, with the empty row before it. */
  length(item: number): number {
    const length = this.#body(item).rows.length + this.#gap(item);
    const found = this.#transcript.at(item);
    if (found !== undefined) this.#counts.set(found, length);
    return length;
  }

  /** Returns a row of an item; its first one may be the empty row before it. */
  row(item: number, row: number): string {
    return this.#body(item).rows[row - this.#gap(item)] ?? "";
  }

  /** Returns the images of an item, by its rows. */
  images(item: number): readonly BlockImage[] {
    const { images } = this.#body(item);
    const gap = images.length === 0 ? 0 : this.#gap(item);
    return gap === 0 ? images : images.map((image) => ({ ...image, row: image.row + gap }));
  }

  /** Returns the number of the first row with text. */
  title(item: number): number {
    const first = this.#body(item).rows.findIndex((row) => row !== "");
    return first + this.#gap(item);
  }

  /** Returns the number of an item's rows: the exact one if they were made at this width, otherwise estimated. */
  count(item: number): number {
    const found = this.#transcript.at(item);
    if (found === undefined) return 0;
    const existing = this.#counts.get(found);
    if (existing !== undefined) return existing;
    const estimated = estimate(found, this.#width);
    this.#counts.set(found, estimated);
    return estimated;
  }

  /** Frees the rows that were not asked for lately, but none of this frame. */
  trim(): void {
    for (const [item, { rows, frame }] of this.#cache) {
      if (this.#cachedRows <= CACHED_ROWS || frame === this.#frame) return;
      this.#cache.delete(item);
      this.#cachedRows -= rows.length;
    }
  }

  /** Number of empty rows before the item: 0 or 1. */
  #gap(item: number): number {
    const kind = this.#transcript.at(item)?.kind;
    if (kind === undefined || kind === "printed" || this.#body(item).rows.length === 0) return 0;
    for (let before = item - 1; before >= this.#transcript.first; before--) {
      const previous = this.#transcript.at(before);
      if (previous === undefined || previous.kind === "printed" || this.#body(before).rows.length === 0) continue;
      return isSeparate(previous.kind, kind) ? 1 : 0;
    }
    return this.#transcript.earlier === "loadable" ? 1 : 0;
  }

  #body(item: number): BlockDrawing {
    const found = this.#transcript.at(item);
    if (found === undefined) return NO_ROWS;
    const cached = this.#cache.get(found);
    if (cached !== undefined) {
      // Moves it to the end.
      this.#cache.delete(found);
      this.#cache.set(found, { rows: cached.rows, images: cached.images, frame: this.#frame });
      return cached;
    }
    const live = this.#live.get(found);
    if (live !== undefined) return live;
    const drawing = this.#render(found);
    if (found.kind === "printed" || found.settled) {
      this.#cache.set(found, { ...drawing, frame: this.#frame });
      this.#cachedRows += drawing.rows.length;
    } else this.#live.set(found, drawing);
    return drawing;
  }

  #render(item: TranscriptItem): BlockDrawing {
    const width = this.#width;
    if (item.kind === "printed") return textOnly(item.rows.flatMap((row) => (row === "" ? [""] : wrap(row, width))));
    if (item.kind === "text") return textOnly(this.#text(item.id, item.text, item.settled));
    const expanded = this.#isOpen(item);
    if (item.kind === "reasoning" && !item.settled && item.endedAt === undefined && !expanded) return textOnly(this.#thought(item.text));
    return blockDrawing(item, this.#options(expanded), this.#images);
  }

  #options(expanded: boolean): BlockOptions {
    return { width: this.#width, theme: this.#theme, highlighter: this.#highlighter, expanded, now: this.#now };
  }

  #text(id: string, text: string, complete: boolean): readonly string[] {
    const growing = this.#growing.get(id) ?? { stream: new MarkdownStream(this.#options(false)), rows: [], final: 0 };
    const { final, live } = growing.stream.update(text, complete);
    const { rows } = growing;
    // The same list grows: an answer may have many rows.
    rows.length = growing.final;
    for (const row of final) rows.push(row);
    growing.final = rows.length;
    for (const row of live) rows.push(row);
    if (complete) this.#growing.delete(id);
    else this.#growing.set(id, growing);
    return rows;
  }

  /** The last line of reasoning that arrives. */
  #thought(text: string): readonly string[] {
    const line = escapeLine(text.trimEnd().split("\n").at(-1) ?? "");
    return line === "" ? [] : [this.#theme.dim(fit(line, this.#width))];
  }

  #isOpen({ id }: Block): boolean {
    return this.#expanded !== this.#toggled.has(id);
  }

  #drop(item: TranscriptItem): void {
    this.#revision += 1;
    this.#cachedRows -= this.#cache.get(item)?.rows.length ?? 0;
    this.#cache.delete(item);
    this.#live.delete(item);
    this.#counts.delete(item);
  }

  #forget(): void {
    this.#revision += 1;
    this.#cache.clear();
    this.#live.clear();
    this.#cachedRows = 0;
    this.#counts = new WeakMap();
  }
}

const textOnly = (rows: readonly string[]): BlockDrawing => ({ rows, images: [] });

const NO_ROWS = textOnly([]);

const isSameSpace = (one: ImageSpace | undefined, other: ImageSpace | undefined): boolean =>
  one?.protocol === other?.protocol && one?.mostRows === other?.mostRows && one?.cell === other?.cell && one?.hint === other?.hint;

/** Kinds of blocks of which a part is shown first. */
const FOLDS: ReadonlySet<Block["kind"]> = new Set(["user", "reasoning", "call", "shell", "summary", "todos", "provider"]);

const estimate = (item: TranscriptItem, width: number): number => {
  switch (item.kind) {
    case "printed":
      return item.rows.length;
    case "text":
      return item.text.split("\n").reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / width)), 1);
    default:
      return 2;
  }
};

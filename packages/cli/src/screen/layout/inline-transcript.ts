import type { Block } from "coxswain/view";
import {
  backgroundRows,
  blockDrawing,
  type BlockOptions,
  blockRows,
  type Highlighter,
  type ImageSpace,
  isComplete,
  MarkdownStream,
  printedRows,
  type StreamedRows,
} from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { FoldedBlocks } from "./folded-blocks.ts";
import { isSeparate } from "./separation.ts";
import type { Transcript, TranscriptItem } from "./transcript.ts";

export interface InlineTranscriptOptions {
  readonly transcript: Transcript;
  readonly theme: Theme;
  readonly highlighter: Highlighter;
}

interface Size {
  readonly width: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Space for each image. Default: it is a line. */
  readonly images?: ImageSpace | undefined;
}

type TextBlock = Extract<Block, { readonly kind: "text" }>;

/** Rows of work in the background, below everything else that changes. */
const BACKGROUND_ROWS = 4;

/**
 * Turns a transcript into rows that are printed once, in order. A block is printed as soon as nothing can come before it; the
 * growing answer row by row. Calls that run do not hold back the user's commands.
 */
export class InlineTranscript {
  readonly #transcript: Transcript;
  readonly #theme: Theme;
  readonly #highlighter: Highlighter;
  #expanded = false;
  /** Printed blocks that have more to show. */
  readonly #folded = new FoldedBlocks();
  /** True if the last of them is printed again with the next update. */
  #opens = false;
  /** The item to print next. */
  #next = 0;
  /** Rows before the first item. */
  #first: readonly string[] = [];
  /** False if the next update prints code whose language is not loaded. */
  #waitsForColors = true;
  /** Ids of the blocks that are printed and not settled. */
  readonly #printed = new Set<string>();
  /** Rows of settled blocks that wait for the end of earlier ones. */
  #waiting = new WeakMap<Block, readonly string[]>();
  #waitingWidth = 0;
  /** The answer that is printed in part. */
  #stream: { readonly id: string; readonly rows: MarkdownStream } | undefined;
  #previous: Block["kind"] | undefined;

  constructor({ transcript, theme, highlighter }: InlineTranscriptOptions) {
    this.#transcript = transcript;
    this.#theme = theme;
    this.#highlighter = highlighter;
  }

  /** True while everything of a call or of reasoning is printed. A change to true also prints all of the last folded block. */
  get expanded(): boolean {
    return this.#expanded;
  }

  set expanded(expanded: boolean) {
    this.#opens = expanded;
    this.#expanded = expanded;
  }

  /** Prints these rows, and then the transcript from this item on. */
  startAt(item: number, rows: readonly string[]): void {
    this.#next = item;
    this.#first = rows;
  }

  /** Loads the languages of the code to print first, at once. */
  async prepare(): Promise<void> {
    const texts: string[] = [];
    for (let at = this.#next; at < this.#transcript.end; at++) {
      const item = this.#transcript.at(at);
      if (item?.kind === "text" && /```|~~~/.test(item.text)) texts.push(item.text);
    }
    if (texts.length > 0) await this.#highlighter.prepare(texts.join("\n\n"));
  }

  /** Prints all code with the next update, whether its languages are loaded or not. */
  endPreparing(): void {
    this.#waitsForColors = false;
  }

  /** Returns the rows to print now, and the rows of what still changes. */
  update(size: Size): StreamedRows {
    const final: string[] = [...this.#first];
    this.#first = [];
    this.#transcript.update();
    const waiting = this.#printItems(final, size);
    const live = waiting === undefined ? this.#liveRows(final, size) : this.#grow(waiting.id, waiting.text, final, size);
    this.#waitsForColors = true;
    if (this.#opens) this.#open(final, size);
    this.#opens = false;
    const options = { ...size, theme: this.#theme, most: BACKGROUND_ROWS };
    const background = backgroundRows(this.#transcript.status, (agent) => this.#transcript.lastOf(agent), options);
    return { final, live: [...live, ...background] };
  }

  /** Prints the next items, up to one that waits for the colors of its code. Returns that one. */
  #printItems(final: string[], size: Size): TextBlock | undefined {
    for (; this.#next < this.#transcript.end; this.#next++) {
      const item = this.#transcript.at(this.#next);
      if (item?.kind === "text" && this.#isLoading(item)) return item;
      this.#printItem(item, final, size);
    }
    return undefined;
  }

  /** Prints the blocks that are complete, and returns the rows of the others. */
  #liveRows(final: string[], size: Size): readonly string[] {
    const live: string[] = [];
    const blocks = this.#transcript.live;
    const held: Block[] = [];
    for (const [at, block] of blocks.entries()) {
      if (isComplete(block, at, blocks) && held.every((before) => isBeside(block, before)) && !this.#isLoading(block)) {
        this.#print(block, final, size);
        this.#printed.add(block.id);
        continue;
      }
      live.push(...(held.length === 0 && block.kind === "text" ? this.#grow(block.id, block.text, final, size) : this.#live(block, size)));
      held.push(block);
    }
    return live;
  }

  /** True while a language of code in the block loads: a printed row gets no colors. */
  #isLoading(block: Block): boolean {
    return this.#waitsForColors && block.kind === "text" && !this.#printed.has(block.id) && this.#highlighter.isLoading(block.text);
  }

  #printItem(item: TranscriptItem | undefined, final: string[], size: Size): void {
    if (item?.kind === "printed") final.push(...item.rows);
    else if (item !== undefined) this.#print(item, final, size);
  }

  #print(block: Block, final: string[], size: Size): void {
    if (this.#printed.delete(block.id)) return;
    if (block.kind === "text") {
      const { rows } = this.#streamOf(block.id, final, size.width);
      final.push(...rows.update(block.text, true, size.width).final);
      this.#stream = undefined;
      return;
    }
    const rows = this.#printable(block, size);
    if (rows.length === 0) return;
    if (!this.#expanded) this.#folded.add(block);
    this.#begin(block.kind, final);
    final.push(...rows);
  }

  #printable(block: Block, size: Size): readonly string[] {
    const options = this.#options(size, this.#expanded);
    return size.images === undefined ? blockRows(block, options) : printedRows(blockDrawing(block, options, size.images), size.images);
  }

  /** Prints all of the last folded block below everything else: rows that are printed cannot open. */
  #open(final: string[], size: Size): void {
    const block = this.#folded.takeLast(this.#options(size, false));
    if (block === undefined) return;
    if (this.#previous !== undefined) final.push("");
    final.push(this.#theme.strong(OPENED[block.kind] ?? "All of it:"), ...blockRows(block, this.#options(size, true)));
    // The next block is not a step of it.
    this.#previous = "user";
    if (this.#stream !== undefined) final.push("");
  }

  #options({ width, now }: Size, expanded: boolean): BlockOptions {
    return { width, now, theme: this.#theme, highlighter: this.#highlighter, expanded };
  }

  #grow(id: string, text: string, final: string[], { width }: Size): readonly string[] {
    const { final: rows, live } = this.#streamOf(id, final, width).rows.update(text, false, width);
    final.push(...rows);
    return live;
  }

  #streamOf(id: string, final: string[], width: number): { readonly id: string; readonly rows: MarkdownStream } {
    if (this.#stream?.id === id) return this.#stream;
    this.#begin("text", final);
    this.#stream = { id, rows: new MarkdownStream({ width, theme: this.#theme, highlighter: this.#highlighter, terminalWrapsCode: true }) };
    return this.#stream;
  }

  #live(block: Block, size: Size): readonly string[] {
    const options = this.#options(size, false);
    if (!block.settled) return blockRows(block, options);
    if (this.#waitingWidth !== size.width) this.#waiting = new WeakMap();
    this.#waitingWidth = size.width;
    const rows = this.#waiting.get(block) ?? blockRows(block, options);
    this.#waiting.set(block, rows);
    return rows;
  }

  /** Separates blocks by an empty row, but not the steps of one piece of work. */
  #begin(kind: Block["kind"], final: string[]): void {
    if (isSeparate(this.#previous, kind)) final.push("");
    this.#previous = kind;
  }
}

/** Titles of a block that is printed again. */
const OPENED: Readonly<Partial<Record<Block["kind"], string>>> = {
  call: "All of the last call:",
  reasoning: "All of the last reasoning:",
  shell: "All of the last command:",
  summary: "All of the summary:",
  user: "All of the last message:",
  todos: "All of the to-do list:",
  provider: "All of the last call at the provider:",
};

/** True if a block does not wait for the end of the one before it: a command of the user that ends during a call. */
const isBeside = (block: Block, before: Block): boolean => block.kind === "shell" && before.kind === "call";

import type { Block } from "coxswain/view";
import { blockRows, fit } from "../blocks/index.ts";
import { escapeLine } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import { MarkdownStream, type StreamedRows } from "./markdown-stream.ts";
import { isSeparate } from "./separation.ts";
import type { Transcript, TranscriptItem } from "./transcript.ts";

export interface InlineTranscriptOptions {
  readonly transcript: Transcript;
  readonly theme: Theme;
}

interface Size {
  readonly width: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Turns a transcript into rows that are printed once, in order. A block is printed as soon as nothing can come before it; the
 * growing answer row by row.
 */
export class InlineTranscript {
  readonly #transcript: Transcript;
  readonly #theme: Theme;
  /** True while everything of a call or of reasoning is printed. */
  expanded = false;
  /** The item to print next. */
  #next = 0;
  /** Rows before the first item. */
  #first: readonly string[] = [];
  /** Ids of the blocks that are printed and not settled. */
  readonly #printed = new Set<string>();
  /** The answer that is printed in part. */
  #stream: { readonly id: string; readonly rows: MarkdownStream } | undefined;
  #previous: Block["kind"] | undefined;

  constructor({ transcript, theme }: InlineTranscriptOptions) {
    this.#transcript = transcript;
    this.#theme = theme;
  }

  /** Prints these rows, and then the transcript from this item on. */
  startAt(item: number, rows: readonly string[]): void {
    this.#next = item;
    this.#first = rows;
  }

  /** Returns the rows to print now, and the rows of what still changes. */
  update(size: Size): StreamedRows {
    const final: string[] = [...this.#first];
    this.#first = [];
    this.#transcript.update();
    for (; this.#next < this.#transcript.end; this.#next++) this.#printItem(this.#transcript.at(this.#next), final, size);
    const live: string[] = [];
    const blocks = this.#transcript.live;
    let inOrder = true;
    for (const [index, block] of blocks.entries()) {
      if (inOrder && isComplete(block, index === blocks.length - 1)) {
        this.#print(block, final, size);
        this.#printed.add(block.id);
        continue;
      }
      live.push(...(inOrder && block.kind === "text" ? this.#grow(block.id, block.text, final, size) : this.#live(block, size)));
      inOrder = false;
    }
    return { final, live };
  }

  #printItem(item: TranscriptItem | undefined, final: string[], size: Size): void {
    if (item?.kind === "printed") final.push(...item.rows);
    else if (item !== undefined) this.#print(item, final, size);
  }

  #print(block: Block, final: string[], { width, now }: Size): void {
    if (this.#printed.delete(block.id)) return;
    if (block.kind === "text") {
      const { rows } = this.#streamOf(block.id, final, width);
      final.push(...rows.update(block.text, true).final);
      this.#stream = undefined;
      return;
    }
    const rows = blockRows(block, { width, theme: this.#theme, expanded: this.expanded, now });
    if (rows.length === 0) return;
    this.#begin(block.kind, final);
    final.push(...rows);
  }

  #grow(id: string, text: string, final: string[], { width }: Size): readonly string[] {
    const { final: rows, live } = this.#streamOf(id, final, width).rows.update(text, false);
    final.push(...rows);
    return live;
  }

  #streamOf(id: string, final: string[], width: number): { readonly id: string; readonly rows: MarkdownStream } {
    if (this.#stream?.id === id) return this.#stream;
    this.#begin("text", final);
    this.#stream = { id, rows: new MarkdownStream(width, this.#theme) };
    return this.#stream;
  }

  #live(block: Block, { width, now }: Size): readonly string[] {
    if (block.kind !== "reasoning") return blockRows(block, { width, theme: this.#theme, expanded: false, now });
    const line = escapeLine(block.text.trimEnd().split("\n").at(-1) ?? "");
    return line === "" ? [] : [this.#theme.dim(fit(line, width))];
  }

  /** Separates blocks by an empty row, but not the steps of one piece of work. */
  #begin(kind: Block["kind"], final: string[]): void {
    if (isSeparate(this.#previous, kind)) final.push("");
    this.#previous = kind;
  }
}

/** A streamed part is complete once another part follows, or its end was recorded. */
const isComplete = (block: Block, isLast: boolean): boolean =>
  block.settled ||
  (block.kind === "reasoning" && block.endedAt !== undefined) ||
  ((block.kind === "text" || block.kind === "provider") && !isLast);

import type { Block, SessionView } from "coxswain/view";
import { blockRows, fit } from "../blocks/index.ts";
import { escapeLine } from "../../output/index.ts";
import type { Theme } from "../themes/index.ts";
import { MarkdownStream, type StreamedRows } from "./markdown-stream.ts";

export interface InlineTranscriptOptions {
  /** The transcript takes its settled blocks. */
  readonly view: SessionView;
  readonly theme: Theme;
}

interface Size {
  readonly width: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Turns the blocks of a session into rows that are printed once, in order. A block is printed as soon as nothing can come before
 * it; the growing answer row by row.
 */
export class InlineTranscript {
  readonly #view: SessionView;
  readonly #theme: Theme;
  /** True while everything of a call or of reasoning is printed. */
  expanded = false;
  /** Settled blocks that are printed before those of the view. */
  #history: readonly Block[] = [];
  /** Ids of the blocks that are printed and not settled. */
  readonly #printed = new Set<string>();
  /** The answer that is printed in part. */
  #stream: { readonly id: string; readonly rows: MarkdownStream } | undefined;
  #previous: Block["kind"] | undefined;

  constructor({ view, theme }: InlineTranscriptOptions) {
    this.#view = view;
    this.#theme = theme;
  }

  /** Prints only the last turns of what the view has, and returns the number of the user's messages before them. */
  showLastTurns(turns: number): number {
    const blocks = this.#view.takeSettled();
    const prompts = blocks.flatMap((block, at) => (block.kind === "user" && block.source === undefined ? [at] : []));
    const skipped = Math.max(0, prompts.length - turns);
    this.#history = skipped === 0 ? blocks : blocks.slice(prompts[skipped]);
    return skipped;
  }

  /** Returns the rows to print now, and the rows of what still changes. */
  update(size: Size): StreamedRows {
    const final: string[] = [];
    for (const block of this.#history) this.#print(block, final, size);
    this.#history = [];
    for (const block of this.#view.takeSettled()) this.#print(block, final, size);
    const live: string[] = [];
    const { blocks } = this.#view;
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
    if (this.#previous !== undefined && !(STEPS.has(kind) && STEPS.has(this.#previous))) final.push("");
    this.#previous = kind;
  }
}

const STEPS: ReadonlySet<Block["kind"]> = new Set(["call", "provider", "reasoning", "notice", "todos", "task", "job"]);

/** A streamed part is complete once another part follows, or its end was recorded. */
const isComplete = (block: Block, isLast: boolean): boolean =>
  block.settled ||
  (block.kind === "reasoning" && block.endedAt !== undefined) ||
  ((block.kind === "text" || block.kind === "provider") && !isLast);

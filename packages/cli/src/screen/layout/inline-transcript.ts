import type { Block, SessionView } from "coxswain/view";
import { backgroundRows, type BlockOptions, blockRows, Highlighter, MarkdownStream, type StreamedRows } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { FoldedBlocks } from "./folded-blocks.ts";

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

/** Rows of work in the background, below everything else that changes. */
const BACKGROUND_ROWS = 4;

/**
 * Turns the blocks of a session into rows that are printed once, in order. A block is printed as soon as nothing can come before
 * it; the growing answer row by row.
 */
export class InlineTranscript {
  readonly #view: SessionView;
  readonly #theme: Theme;
  readonly #highlighter = new Highlighter();
  #expanded = false;
  /** Printed blocks that have more to show. */
  readonly #folded = new FoldedBlocks();
  /** True if the last of them is printed again with the next update. */
  #opens = false;
  /** Settled blocks that are printed before those of the view. */
  #history: readonly Block[] = [];
  /** True while languages of their code are loaded. */
  #isPreparing = false;
  /** Ids of the blocks that are printed and not settled. */
  readonly #printed = new Set<string>();
  /** Rows of settled blocks that wait for the end of earlier ones. */
  #waiting = new WeakMap<Block, readonly string[]>();
  #waitingWidth = 0;
  /** The answer that is printed in part. */
  #stream: { readonly id: string; readonly rows: MarkdownStream } | undefined;
  #previous: Block["kind"] | undefined;

  constructor({ view, theme }: InlineTranscriptOptions) {
    this.#view = view;
    this.#theme = theme;
  }

  /** True while everything of a call or of reasoning is printed. A change to true also prints all of the last folded block. */
  get expanded(): boolean {
    return this.#expanded;
  }

  set expanded(expanded: boolean) {
    this.#opens = expanded;
    this.#expanded = expanded;
  }

  /** Prints only the last turns of what the view has, and returns the number of the user's messages before them. */
  showLastTurns(turns: number): number {
    const blocks = this.#view.takeSettled();
    const prompts = blocks.flatMap((block, at) => (block.kind === "user" && block.source === undefined ? [at] : []));
    const skipped = Math.max(0, prompts.length - turns);
    this.#history = skipped === 0 ? blocks : blocks.slice(prompts[skipped]);
    return skipped;
  }

  /** Loads the languages of the code in the last turns. They are printed afterwards: a printed row gets no colors. */
  async prepare(): Promise<void> {
    const texts = this.#history.flatMap((block) => (block.kind === "text" && /```|~~~/.test(block.text) ? [block.text] : []));
    if (texts.length === 0) return;
    this.#isPreparing = true;
    await this.#highlighter.prepare(texts.join("\n\n"));
    this.#isPreparing = false;
  }

  /** Returns the rows to print now, and the rows of what still changes. */
  update(size: Size): StreamedRows {
    if (this.#isPreparing) return { final: [], live: [] };
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
    if (this.#opens) this.#open(final, size);
    this.#opens = false;
    const options = { ...size, theme: this.#theme, most: BACKGROUND_ROWS };
    const background = backgroundRows(this.#view.status, (agent) => this.#view.lastOf(agent), options);
    return { final, live: [...live, ...background] };
  }

  #print(block: Block, final: string[], size: Size): void {
    if (this.#printed.delete(block.id)) return;
    if (block.kind === "text") {
      const { rows } = this.#streamOf(block.id, final, size.width);
      final.push(...rows.update(block.text, true).final);
      this.#stream = undefined;
      return;
    }
    const images = this.#theme.features?.images;
    const options = { ...this.#options(size, this.#expanded), ...(images === undefined ? {} : { images }) };
    const rows = blockRows(block, options);
    if (rows.length === 0) return;
    if (!this.#expanded) this.#folded.add(block);
    this.#begin(block.kind, final);
    final.push(...rows);
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
    const { final: rows, live } = this.#streamOf(id, final, width).rows.update(text, false);
    final.push(...rows);
    return live;
  }

  #streamOf(id: string, final: string[], width: number): { readonly id: string; readonly rows: MarkdownStream } {
    if (this.#stream?.id === id) return this.#stream;
    this.#begin("text", final);
    this.#stream = { id, rows: new MarkdownStream({ width, theme: this.#theme, highlighter: this.#highlighter }) };
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
    if (this.#previous !== undefined && !(STEPS.has(kind) && STEPS.has(this.#previous))) final.push("");
    this.#previous = kind;
  }
}

const STEPS: ReadonlySet<Block["kind"]> = new Set(["call", "provider", "reasoning", "notice", "todos", "task", "job"]);

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

/** A streamed part is complete once another part follows, or its end was recorded. */
const isComplete = (block: Block, isLast: boolean): boolean =>
  block.settled ||
  (block.kind === "reasoning" && block.endedAt !== undefined) ||
  ((block.kind === "text" || block.kind === "provider") && !isLast);

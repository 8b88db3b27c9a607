import type { AnyEntry, Session } from "coxswain";
import { type Block, SessionView, type SessionViewOptions, type ViewStatus } from "coxswain/view";
import { chunkStart, isPrompt } from "./entry-chunks.ts";

/** Rows of the program itself, made for the width at that time. */
export interface PrintedRows {
  readonly kind: "printed";
  readonly rows: readonly string[];
}

export type TranscriptItem = Block | PrintedRows;

/** Entries whose blocks are made at once. */
const CHUNK = 500;

/**
 * The settled blocks of a session and the rows that the program printed, in order. Items have numbers that do not change:
 * from 0 those since the screen was opened with its last turns, below 0 the earlier ones, whose blocks are made when
 * they are asked for. So opening a session costs the same for any length.
 */
export class Transcript {
  readonly #session: Pick<Session, "id" | "entries">;
  readonly #view: SessionView;
  readonly #viewOptions: SessionViewOptions;
  /** Item -1 first. */
  readonly #earlier: TranscriptItem[] = [];
  readonly #items: TranscriptItem[] = [];
  /** Seq of the first entry whose blocks are here. */
  #firstSeq = 0;

  /**
   * @param view the view of the session, without blocks; the transcript takes its settled blocks
   * @param options options of the view
   */
  constructor(session: Pick<Session, "id" | "entries">, view: SessionView, options: SessionViewOptions = {}) {
    this.#session = session;
    this.#view = view;
    this.#viewOptions = options;
  }

  /** Makes the blocks of the last turns, at least. */
  open(turns: number): void {
    const { entries } = this.#session;
    let at = entries.length;
    for (let prompts = 0; at > 0 && prompts < turns; at--) {
      const entry = entries[at - 1];
      if (entry !== undefined && isPrompt(entry)) prompts += 1;
    }
    const start = at === 0 ? 0 : chunkStart(entries, entries.length, entries.length - at);
    addEntries(this.#view, entries, start, entries.length);
    this.#firstSeq = entries[start]?.seq ?? 0;
    this.update();
  }

  /** Number of the first item. */
  get first(): number {
    return 0 - this.#earlier.length;
  }

  /** Number after the last item. */
  get end(): number {
    return this.#items.length;
  }

  /** Blocks after the items, which may still change. */
  get live(): readonly Block[] {
    return this.#view.blocks;
  }

  get status(): ViewStatus {
    return this.#view.status;
  }

  /** Returns what a background task's agent shows last. */
  lastOf(agent: string): Block | undefined {
    return this.#view.lastOf(agent);
  }

  /** Returns an item, or from `end` on a live block. */
  at(item: number): TranscriptItem | undefined {
    if (item < 0) return this.#earlier[-item - 1];
    return item < this.#items.length ? this.#items[item] : this.#view.blocks[item - this.#items.length];
  }

  /** Takes the settled blocks of the view. */
  update(): void {
    for (const block of this.#view.takeSettled()) this.#items.push(block);
  }

  /** Adds rows of the program itself. */
  print(rows: readonly string[]): void {
    this.update();
    this.#items.push({ kind: "printed", rows });
  }

  /** State of the entries before the first item: in memory, only on disk, or none. */
  get earlier(): "loadable" | "stored" | "none" {
    if (this.#startOf(this.#session.entries) > 0) return "loadable";
    return (this.#session.entries[0]?.parent ?? null) === null ? "none" : "stored";
  }

  /** Makes the blocks before the first item. Returns false if there are none. */
  loadEarlier(): boolean {
    const { id, entries } = this.#session;
    const end = this.#startOf(entries);
    if (end === 0) return false;
    const start = chunkStart(entries, end, CHUNK);
    const view = new SessionView(id, this.#viewOptions);
    addEntries(view, entries, start, end);
    const blocks = [...view.takeSettled(), ...view.blocks];
    for (const block of blocks.toReversed()) this.#earlier.push(block);
    this.#firstSeq = entries[start]?.seq ?? 0;
    return true;
  }

  /** Number of the item that begins the last turns. */
  lastTurns(turns: number): number {
    let prompts = 0;
    for (let item = this.end - 1; item > this.first; item--) {
      if (!isPromptItem(this.at(item))) continue;
      prompts += 1;
      if (prompts === turns) return item;
    }
    return this.first;
  }

  /** The number of the user's messages before an item, of those that are in memory. */
  promptsBefore(item: number): number {
    const { entries } = this.#session;
    let prompts = 0;
    for (let at = this.#startOf(entries) - 1; at >= 0; at--) {
      const entry = entries[at];
      if (entry !== undefined && isPrompt(entry)) prompts += 1;
    }
    for (let at = this.first; at < item; at++) if (isPromptItem(this.at(at))) prompts += 1;
    return prompts;
  }

  /** Index of the first entry whose blocks are here. The session may have released entries, or returned to an earlier one. */
  #startOf(entries: readonly AnyEntry[]): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.seq ?? 0) < this.#firstSeq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const addEntries = (view: SessionView, entries: readonly AnyEntry[], start: number, end: number): void => {
  for (let at = start; at < end; at++) {
    const entry = entries[at];
    if (entry !== undefined) view.add(entry);
  }
};

const isPromptItem = (item: TranscriptItem | undefined): boolean => item?.kind === "user" && item.source === undefined;

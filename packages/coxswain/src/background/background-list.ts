import type { Fold, Log } from "../log/index.ts";
import type { Queued } from "../loop/index.ts";
import type { BackgroundState } from "./background-state.ts";

/** A task or a job of this process. */
interface BackgroundItem {
  readonly parts: { readonly id: string };
  /** True once the end is recorded. */
  readonly isOver: boolean;
}

/** The parts of a session that tasks and jobs need to deliver notices. */
export interface DeliveryParts {
  readonly log: Log;
  /** Returns whether a message is in the session's queue. */
  readonly isQueued: (messageId: string) => boolean;
  /** Starts a run that delivers a notice, unless a run is active. */
  readonly wake: (notice: Queued) => void;
}

export interface BackgroundListParts<Open, Result> extends DeliveryParts {
  readonly fold: Fold<BackgroundState<Open, Result>>;
  readonly idOf: (open: Open) => string;
  readonly notice: (ended: Open & Result) => Queued;
  /** Records the end of one that a crash interrupted. */
  readonly recordInterrupted: (open: Open) => Promise<unknown>;
}

/** Number of ended items that stay available. */
const MAX_ENDED = 64;

/** The tasks, or the jobs, of a session: the items of this process, and the notices that are due by the log. */
export class BackgroundList<Item extends BackgroundItem, Open, Result> {
  readonly #parts: BackgroundListParts<Open, Result>;
  readonly #items = new Map<string, Item>();
  #closed = false;

  constructor(parts: BackgroundListParts<Open, Result>) {
    this.#parts = parts;
  }

  /** Items of this process, oldest first. */
  get all(): readonly Item[] {
    return [...this.#items.values()];
  }

  get running(): readonly Item[] {
    return this.all.filter(({ isOver }) => !isOver);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Notices that the model has not received and that are not queued. */
  get undelivered(): readonly Queued[] {
    const { log, fold, notice, isQueued } = this.#parts;
    return log
      .total(fold)
      .undelivered.map(notice)
      .filter(({ id }) => !isQueued(id));
  }

  /** Number of the next item, counted from 1 over the whole session. */
  get nextNumber(): number {
    return this.#parts.log.total(this.#parts.fold).started + 1;
  }

  find(id: string): Item | undefined {
    return this.#items.get(id);
  }

  /** Adds an item and removes the oldest ended ones. */
  add(item: Item): void {
    this.#items.set(item.parts.id, item);
    const ended = this.all.filter(({ isOver }) => isOver);
    for (const { parts } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.#items.delete(parts.id);
  }

  /** Removes an item whose start could not be recorded. */
  remove({ parts: { id } }: Item): void {
    this.#items.delete(id);
  }

  /** Records the end of everything that a crash interrupted. */
  async closeInterrupted(): Promise<void> {
    const { log, fold, idOf, recordInterrupted } = this.#parts;
    for (const open of log.total(fold).open) if (!this.#items.has(idOf(open))) await recordInterrupted(open);
  }

  /** Delivers the first notice that is due in a separate run. */
  wake(): void {
    const [first] = this.#closed ? [] : this.undelivered;
    if (first !== undefined) this.#parts.wake(first);
  }

  /** From now on nothing wakes the session. */
  close(): void {
    this.#closed = true;
  }
}

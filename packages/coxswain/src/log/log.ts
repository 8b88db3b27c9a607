import type { Draft, Entry } from "./entry.ts";
import type { CheckpointEntry } from "./checkpoint.ts";
import type { Damage } from "./damage.ts";
import { EntryExistsError, EntryNotFoundError, LogClosedError } from "./errors.ts";
import type { Fold } from "./fold.ts";
import { assertWritable, type Header } from "./header.ts";
import { History } from "./history.ts";
import { assertNamedApart, type KeptFolds } from "./kept-folds.ts";
import { LogWriter } from "./log-writer.ts";
import { type Reading, readRecent, readWhole } from "./reading.ts";
import type { LogFile } from "./store.ts";

/** What a log needs from outside: the time, and ids that are unique within it. */
export interface LogSources {
  readonly now: () => number;
  readonly mint: () => string;
  /** A fact as it may be kept, for each before it has its place. Default: as it is. */
  readonly mask?: <E extends Entry>(draft: Draft<E>) => Draft<E>;
  /** Whether an entry has what is read of entries of its type: one that has not is damage, and passed over. Default: each has. */
  readonly isValidEntry?: (entry: Entry) => boolean;
}

/**
 * One open session's facts: stamps drafts, keeps the tree and its leaf, and serves folds of the active path. The
 * single writer of its file. Opened from a checkpoint it has only a part of its entries, and the states of all of them.
 */
export class Log {
  /** An id for an entry that is not appended yet. */
  readonly mint: () => string;
  readonly #file: LogFile;
  readonly #sources: LogSources;
  readonly #writer: LogWriter;
  /** Undefined: there are no checkpoints. */
  #kept: KeptFolds | undefined;
  #history: History;
  #next: number;
  #writtenSeq: number;
  #follower: (entries: readonly Entry[]) => void = () => {};
  #closing: Promise<void> | undefined;

  private constructor(file: LogFile, sources: LogSources, kept: KeptFolds | undefined, reading: Reading) {
    this.#file = file;
    this.#sources = sources;
    this.mint = sources.mint;
    this.#kept = kept;
    this.#history = new History(reading);
    this.#next = reading.seq;
    this.#writtenSeq = reading.seq - 1;
    this.#writer = new LogWriter(file, {
      written: (entries) => this.#tellWritten(entries),
      forgotten: (ids) => this.#history.tree.forget(ids),
    });
  }

  /**
   * Makes a log of what a file's last checkpoint says is needed, or of the whole file. Without `kept` it is read whole.
   * @throws {TypeError} when two folds to keep go by one name.
   */
  static async open(file: LogFile, sources: LogSources, kept?: KeptFolds): Promise<Log> {
    if (kept !== undefined) {
      assertNamedApart(kept);
      const recent = await readRecent(file, kept, sources.isValidEntry);
      const suffices = recent !== undefined && new History(recent).reaches(recent.tree.leaf, kept.horizon);
      if (suffices) return new Log(file, sources, kept, recent);
    }
    return new Log(file, sources, kept, await readWhole(file, sources.isValidEntry));
  }

  get header(): Header {
    return this.#file.header;
  }

  /** What was not whole when the log was opened. */
  get damage(): readonly Damage[] {
    return this.#history.damage;
  }

  /** Where the next entry attaches; null in an empty log. */
  get leaf(): string | null {
    return this.#history.tree.leaf;
  }

  /** The seq of the last entry that the store has; -1 when it has none. */
  get writtenSeq(): number {
    return this.#writtenSeq;
  }

  /**
   * The entries to the leaf, from the first one or, in a log that is not whole, at least from the first that its horizon
   * names. Live: it grows with the log and is not for keeping.
   */
  get path(): readonly Entry[] {
    return this.#history.tree.path;
  }

  /** From this seq on all entries are at hand; 0 in a log that is whole. */
  get wholeFrom(): number {
    return this.#history.wholeFrom;
  }

  /** Tells entries once the store has them, in the order of the log: also what was staged or owed. There is one follower. */
  follow(follower: (entries: readonly Entry[]) => void): void {
    this.#follower = follower;
  }

  /** Undefined also for an entry that is not at hand, in a log that is not whole. */
  get(id: string): Entry | undefined {
    return this.#history.tree.get(id);
  }

  /**
   * The entries to `id`. In a log that is not whole some are missing, or all.
   * @throws {EntryNotFoundError}
   */
  pathTo(id: string): readonly Entry[] {
    return this.#history.tree.pathTo(id);
  }

  /**
   * Keeps the states of more folds of the path. A log that is not whole and has no state of one is completed.
   * @throws {TypeError} when two folds go by one name.
   */
  async keep(folds: readonly Fold<unknown>[]): Promise<void> {
    if (this.#kept === undefined) return;
    const kept = { ...this.#kept, path: [...new Set([...this.#kept.path, ...folds])] };
    assertNamedApart(kept);
    this.#kept = kept;
    if (!folds.every((fold) => this.#history.has(fold))) await this.complete();
  }

  /** Reads what is not at hand, so that the log is whole. Appends made meanwhile count at once, and are written after it. */
  async complete(): Promise<void> {
    if (this.#history.isWhole) return;
    await this.#writer.inTurn(async () => {
      if (this.#history.isWhole) return;
      const reading = await readWhole(this.#file, this.#sources.isValidEntry, (entry) => this.#atHand(entry) ?? entry);
      // What is at hand by now: another checkpoint may have let go of a part of it since this began.
      for (const entry of this.#history.tree.all) if (!reading.tree.has(entry.id)) reading.tree.add(entry);
      this.#history = new History(reading);
    });
  }

  /**
   * Stamps drafts and appends them at the leaf, one after the other, in one write. The entries count at once, in the
   * order of the calls, which is also that of the store; the promise resolves when the store has them. A `leaf` moves
   * the leaf, so that the next entry starts another branch. Where a log that is not whole lacks what is needed from then
   * on, it is completed first.
   * @throws {LogWriteError} the entries stay in this log, being facts, and are written ahead of the next ones.
   * @throws {EntryExistsError} when an entry that is at hand has the id of a draft.
   * @throws {EntryNotFoundError} for a leaf that would move to where none can stand.
   * @throws {EntryTooLargeError}
   * @throws {LogFormatError} when the log is of a newer format.
   * @throws {LogClosedError}
   */
  async append<E extends Entry>(...drafts: Draft<E>[]): Promise<readonly E[]> {
    if (this.#leadBack(drafts)) await this.complete();
    if (this.#closing !== undefined) throw new LogClosedError();
    assertWritable(this.header);
    this.#refuseTaken(drafts);
    this.#refuseLost(drafts);
    const entries = drafts.map((draft) => this.#stamp(draft) as E);
    await this.#writer.write(entries);
    return entries;
  }

  /** Stamps a first draft that is written together with the first append: until then the store knows nothing of it. */
  stage<E extends Entry>(draft: Draft<E>): E {
    const entry = this.#stamp(draft) as E;
    this.#writer.stage(entry);
    return entry;
  }

  /**
   * Writes a checkpoint where that is worth its line: where opening the log would then cost so much less. What is not
   * needed any more is let go of, as if the log had been opened from it. Nothing happens in a log that keeps no folds, and
   * while the store has not all there is. Never throws: what the store does not take is owed to it, and a log without a
   * checkpoint lacks nothing.
   */
  async checkpoint(): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined || this.#closing !== undefined || !this.#writer.isIdle) return;
    const draft = this.#drafted(kept);
    if (draft === undefined) return;
    const [checkpoint] = await this.append<CheckpointEntry>(draft).catch(() => []);
    const since = checkpoint && this.#history.since(checkpoint);
    if (since?.reaches(this.leaf, kept.horizon) === true) this.#history = since;
  }

  /** None of states that are no JSON, as no fold is to have. */
  #drafted(kept: KeptFolds): Draft<CheckpointEntry> | undefined {
    try {
      return this.#history.checkpoint(this.#file, kept);
    } catch {
      return undefined;
    }
  }

  /** All entries that are at hand in the order of the log, those of other branches too. Live, as the path is. */
  get entries(): readonly Entry[] {
    return this.#history.tree.all;
  }

  /**
   * The fold of the active path, kept up to date: asking again costs what was appended since.
   * @throws {FoldNotDeclaredError} when the log is partly read and the fold is undeclared.
   */
  view<State>(fold: Fold<State>): State {
    return this.#history.view(fold);
  }

  /** The same over all branches, in the order of the log. @throws {FoldNotDeclaredError} */
  total<State>(fold: Fold<State>): State {
    return this.#history.total(fold);
  }

  /**
   * Resolves when all that was appended survives a loss of power.
   * @throws {LogWriteError}
   * @throws {LogClosedError}
   */
  async sync(): Promise<void> {
    await this.#writer.write([]);
    await this.#file.sync();
  }

  /**
   * Waits for the appends that were made, and tries once more to write what the store did not take. Idempotent.
   * @throws {LogWriteError} when it cannot be written: the file is closed all the same, and these facts are lost.
   */
  close(): Promise<void> {
    this.#closing ??= this.#writer.write([]).finally(() => this.#file.close());
    return this.#closing;
  }

  /** The same entry, and not another one that was given its id when it was not at hand. */
  #atHand({ id, seq }: Entry): Entry | undefined {
    const entry = this.#history.tree.get(id);
    return entry?.seq === seq ? entry : undefined;
  }

  #tellWritten(entries: readonly Entry[]): void {
    this.#writtenSeq = entries.at(-1)?.seq ?? this.#writtenSeq;
    this.#follower(entries);
  }

  /** Whether more would be needed than is at hand: where the leaf moves to, or since the horizon moves back. */
  #leadBack(drafts: readonly (Draft & { readonly to?: unknown })[]): boolean {
    const { horizon } = this.#kept ?? {};
    if (horizon === undefined || this.#history.isWhole) return false;
    if (drafts.some(({ type, to }) => type === "leaf" && typeof to === "string" && !this.#history.reaches(to, horizon))) return true;
    const entries = drafts.map((draft, at): Entry => ({ id: `(draft ${at})`, ...draft, seq: this.#next + at, parent: this.leaf, at: 0 }));
    return !this.#history.suffices(entries, horizon);
  }

  #refuseTaken(drafts: readonly Draft[]): void {
    const ids = drafts.flatMap(({ id }) => id ?? []);
    const taken = ids.find((id, at) => this.#history.tree.has(id) || ids.indexOf(id) < at);
    if (taken !== undefined) throw new EntryExistsError(taken);
  }

  #refuseLost(drafts: readonly (Draft & { readonly to?: unknown })[]): void {
    for (const { type, to } of drafts) {
      if (type === "leaf" && typeof to === "string" && !this.#history.tree.canLead(to)) throw new EntryNotFoundError(to);
    }
  }

  #stamp(given: Draft): Entry {
    const draft = this.#sources.mask?.(given) ?? given;
    const { id = this.#sources.mint(), type } = draft;
    const place = { seq: this.#next++, id, parent: this.#history.tree.leaf, at: this.#sources.now(), type };
    // Once more at the end: a draft made of another entry has a place of its own, which does not count here.
    const entry: Entry = Object.freeze({ ...place, ...draft, ...place });
    this.#history.tree.add(entry);
    return entry;
  }
}

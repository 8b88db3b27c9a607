import type { ContentStore } from "../base/index.ts";
import type { Draft, Entry, Damage } from "./entry.ts";
import type { CheckpointEntry } from "./checkpoint.ts";
import { EntryExistsError, EntryNotFoundError, LogClosedError } from "./errors.ts";
import { type Fold, assertDistinctNames, type StoredFolds } from "./fold.ts";
import { assertWritable, type Header } from "./header.ts";
import { History } from "./history.ts";
import { LogWriter } from "./log-writer.ts";
import type { Path } from "./path.ts";
import { type Reading, readRecent, readWhole, type WholeReading } from "./reading.ts";
import type { LogFile } from "./store.ts";

/** External dependencies of a log: the clock, and ids that are unique within the log. */
export interface LogSources {
  readonly now: () => number;
  readonly mint: () => string;
  /** Masks a draft before the log stamps and persists it. Default: unchanged. */
  readonly mask?: <E extends Entry>(draft: Draft<E>) => Draft<E>;
  /**
   * Returns true if an entry has the fields that readers of its type use. Invalid entries are skipped as damage.
   * Default: every entry is valid.
   */
  readonly isValidEntry?: (entry: Entry) => boolean;
}

/**
 * The facts of one open session: stamps drafts, maintains the tree and its leaf, and serves folds of the active path.
 * It is the single writer of its file. A log opened from a checkpoint has only some of its entries, but the states of
 * all.
 */
export class Log {
  /** Creates an id for an entry that is not appended yet. */
  readonly mint: () => string;
  readonly #file: LogFile;
  readonly #sources: LogSources;
  readonly #writer: LogWriter;
  /** Undefined: the log writes no checkpoints. */
  #folds: StoredFolds | undefined;
  /** True until the horizon is complete: only the recent part of the horizon must be loaded. */
  #isRecent: boolean;
  #history: History;
  #next: number;
  #writtenSeq: number;
  #follower: (entries: readonly Entry[]) => void = () => {};
  #onDamage: (damage: Damage) => void = () => {};
  #closing: Promise<void> | undefined;

  private constructor(
    file: LogFile,
    sources: LogSources,
    { folds, isRecent, reading }: { readonly folds: StoredFolds | undefined; readonly isRecent: boolean; readonly reading: Reading },
  ) {
    this.#file = file;
    this.#sources = sources;
    this.mint = sources.mint;
    this.#folds = folds;
    this.#isRecent = isRecent;
    this.#history = new History(reading);
    this.#next = reading.seq;
    this.#writtenSeq = reading.seq - 1;
    this.#writer = new LogWriter(file, {
      written: (entries) => this.#onWritten(entries),
      forgotten: (ids) => this.#history.tree.forget(ids),
    });
  }

  /**
   * Opens a log from the last checkpoint of a file, or from the whole file. Without `folds`, reads the whole file. `recent`:
   * the recent part suffices; `complete` reads the rest of the horizon.
   * @throws {TypeError} when two of the folds share a name.
   */
  static async open(file: LogFile, sources: LogSources, folds?: StoredFolds, { recent = false } = {}): Promise<Log> {
    let usable: CheckpointEntry | undefined;
    if (folds !== undefined) {
      assertDistinctNames(folds);
      const part = await readRecent(file, folds, sources.isValidEntry);
      const reaches = (horizon: StoredFolds["horizon"]): boolean =>
        part !== undefined && new History(part).reaches(part.tree.leaf, horizon);
      if (part !== undefined && reaches(folds.horizon)) return new Log(file, sources, { folds, isRecent: false, reading: part });
      if (part !== undefined && recent && folds.recent !== undefined && reaches(folds.recent))
        return new Log(file, sources, { folds, isRecent: true, reading: part });
      usable = part?.from?.checkpoint;
    }
    return new Log(file, sources, { folds, isRecent: false, reading: await readWhole(file, sources.isValidEntry, { usable }) });
  }

  get header(): Header {
    return this.#file.header;
  }

  /** Content that entries name. Absent if the store keeps none. */
  get contents(): ContentStore | undefined {
    return this.#file.contents;
  }

  /** Damage found when the log was opened. */
  get damage(): readonly Damage[] {
    return this.#history.damage;
  }

  /** Id of the entry that the next one attaches to; null in an empty log. */
  get leaf(): string | null {
    return this.#history.tree.leaf;
  }

  /** Seq of the last entry in the store; -1 if the store has none. */
  get writtenSeq(): number {
    return this.#writtenSeq;
  }

  /**
   * The entries up to the leaf, starting with the first entry. In a partly loaded log, starts no later than the first
   * entry of the horizon, or of its recent part. It grows in place: callers that need it unchanged must copy the entries.
   */
  get path(): Path {
    return this.#history.tree.path;
  }

  /** Seq from which on all entries are loaded; 0 in a fully loaded log. */
  get wholeFrom(): number {
    return this.#history.wholeFrom;
  }

  /**
   * Sets the only follower. It receives entries in log order once the store has them, including staged and pending
   * ones. `onDamage` receives damage that is found later, in the rest of the horizon.
   */
  follow(follower: (entries: readonly Entry[]) => void, onDamage: (damage: Damage) => void = () => {}): void {
    this.#follower = follower;
    this.#onDamage = onDamage;
  }

  /** In a partly loaded log, also undefined for an entry that is not loaded. */
  get(id: string): Entry | undefined {
    return this.#history.tree.get(id);
  }

  /**
   * Returns the entries up to `id`. In a partly loaded log, some or all of them may be missing.
   * @throws {EntryNotFoundError}
   */
  pathTo(id: string): readonly Entry[] {
    return this.#history.tree.pathTo(id);
  }

  /**
   * Adds path folds whose states the log persists. Loads the whole log if the state of one of them is missing.
   * @throws {TypeError} when two folds share a name.
   */
  async persistFolds(folds: readonly Fold<unknown>[]): Promise<void> {
    if (this.#folds === undefined) return;
    const extended = { ...this.#folds, path: [...new Set([...this.#folds.path, ...folds])] };
    assertDistinctNames(extended);
    this.#folds = extended;
    if (!folds.every((fold) => this.#history.has(fold))) await this.complete();
  }

  /**
   * Loads the missing entries. `needed`: only if the log was opened with the recent part of its horizon, before a reader of
   * the path relies on the horizon; closing the log stops it. Appends made meanwhile take effect at once and are written
   * afterwards.
   * @throws {LogClosedError}
   */
  async complete(which: "all" | "needed" = "all"): Promise<void> {
    if (which === "all") return this.#complete();
    const existing = new Set(this.damage.map(({ detail }) => detail));
    while (this.#isRecent && this.#folds !== undefined && !this.#history.reaches(this.leaf, this.#folds.horizon)) {
      await this.#complete({ usable: this.#history.start, isStopped: () => this.#closing !== undefined });
    }
    if (!this.#isRecent) return;
    this.#isRecent = false;
    for (const damage of this.damage) if (!existing.has(damage.detail)) this.#onDamage(damage);
  }

  async #complete(reading: Omit<WholeReading, "reuse"> = {}): Promise<void> {
    if (this.#history.isWhole) return;
    await this.#writer.inTurn(async () => {
      if (this.#history.isWhole) return;
      const reuse = (entry: Entry): Entry => this.#loaded(entry) ?? entry;
      const whole = await readWhole(this.#file, this.#sources.isValidEntry, { ...reading, reuse });
      // The entries loaded by now: a checkpoint may have released some since this call began.
      for (const entry of this.#history.tree.all.entries) if (!whole.tree.has(entry.id)) whole.tree.add(entry);
      this.#history = new History(whole);
    });
  }

  /**
   * Stamps drafts and appends them at the leaf, in order, in one write. The entries take effect at once, in call order,
   * which is also the order in the store. The promise resolves when the store has them. A `leaf` entry moves the leaf,
   * so that the next entry starts another branch. A partly loaded log first loads entries that the append makes
   * necessary.
   * @throws {LogWriteError} the entries stay in this log and are written before the next ones.
   * @throws {EntryExistsError} when a loaded entry has the id of a draft.
   * @throws {EntryNotFoundError} for a leaf that would move to a missing entry or to a leaf entry.
   * @throws {EntryTooLargeError}
   * @throws {LogFormatError} when the log has a newer format version.
   * @throws {LogClosedError}
   */
  async append<E extends Entry>(...drafts: Draft<E>[]): Promise<readonly E[]> {
    if (this.#needsEarlierEntries(drafts)) await this.complete();
    if (this.#closing !== undefined) throw new LogClosedError();
    assertWritable(this.header);
    this.#rejectExistingIds(drafts);
    this.#rejectInvalidLeaves(drafts);
    const entries = drafts.map((draft) => this.#stamp(draft) as E);
    await this.#writer.write(entries);
    return entries;
  }

  /** Stamps a first draft that the next append writes. Until then, the store does not have it. */
  stage<E extends Entry>(draft: Draft<E>): E {
    const entry = this.#stamp(draft) as E;
    this.#writer.stage(entry);
    return entry;
  }

  /**
   * Writes a checkpoint if it makes opening the log cheap enough to be worth its line. Releases entries that are no
   * longer needed, as if the log had been opened from the checkpoint. Does nothing without folds to persist, or while
   * writes are pending. Never throws: a checkpoint that fails to write stays pending, and a log works without one.
   */
  async checkpoint(): Promise<void> {
    const folds = this.#folds;
    if (folds === undefined || this.#closing !== undefined || !this.#writer.isIdle) return;
    const draft = this.#draftCheckpoint(folds);
    if (draft === undefined) return;
    const [checkpoint] = await this.append<CheckpointEntry>(draft).catch(() => []);
    const since = checkpoint && this.#history.since(checkpoint);
    if (since?.reaches(this.leaf, this.#horizonOf(folds)) === true) this.#history = since;
  }

  #horizonOf({ horizon, recent }: StoredFolds): StoredFolds["horizon"] {
    return this.#isRecent ? (recent ?? horizon) : horizon;
  }

  /** Returns undefined if a state is not JSON-serializable, which folds must not produce. */
  #draftCheckpoint(folds: StoredFolds): Draft<CheckpointEntry> | undefined {
    try {
      return this.#history.checkpoint(this.#file, folds);
    } catch {
      return undefined;
    }
  }

  /** All loaded entries in log order, including other branches. The array grows in place, like `path`. */
  get entries(): readonly Entry[] {
    return this.#history.tree.all.entries;
  }

  /**
   * Returns the fold of the active path. The state is cached: a repeated call applies only the new entries.
   * @throws {FoldNotDeclaredError} when the log is partly read and the fold is undeclared.
   */
  view<State>(fold: Fold<State>): State {
    return this.#history.view(fold);
  }

  /** Returns the fold of all branches, in log order. @throws {FoldNotDeclaredError} */
  total<State>(fold: Fold<State>): State {
    return this.#history.total(fold);
  }

  /**
   * Resolves when all appended entries survive a power loss.
   * @throws {LogWriteError}
   * @throws {LogClosedError}
   */
  async sync(): Promise<void> {
    await this.#writer.write([]);
    await this.#file.sync();
  }

  /**
   * Waits for earlier appends and retries the pending ones once. Idempotent.
   * @throws {LogWriteError} when the retry fails: the file is closed anyway, and the pending entries are lost.
   */
  close(): Promise<void> {
    this.#closing ??= this.#writer.write([]).finally(() => this.#file.close());
    return this.#closing;
  }

  /** Returns the same loaded entry, not another one that reused its id while it was not loaded. */
  #loaded({ id, seq }: Entry): Entry | undefined {
    const entry = this.#history.tree.get(id);
    return entry?.seq === seq ? entry : undefined;
  }

  #onWritten(entries: readonly Entry[]): void {
    this.#writtenSeq = entries.at(-1)?.seq ?? this.#writtenSeq;
    this.#follower(entries);
  }

  /**
   * Returns true if the append needs more entries than are loaded, because the leaf moves or the horizon moves back.
   */
  #needsEarlierEntries(drafts: readonly (Draft & { readonly to?: unknown })[]): boolean {
    if (this.#folds === undefined || this.#history.isWhole) return false;
    const horizon = this.#horizonOf(this.#folds);
    if (drafts.some(({ type, to }) => type === "leaf" && typeof to === "string" && !this.#history.reaches(to, horizon))) return true;
    const entries = drafts.map((draft, at): Entry => ({ id: `(draft ${at})`, ...draft, seq: this.#next + at, parent: this.leaf, at: 0 }));
    return !this.#history.suffices(entries, horizon);
  }

  #rejectExistingIds(drafts: readonly Draft[]): void {
    const ids = drafts.flatMap(({ id }) => id ?? []);
    const taken = ids.find((id, at) => this.#history.tree.has(id) || ids.indexOf(id) < at);
    if (taken !== undefined) throw new EntryExistsError(taken);
  }

  #rejectInvalidLeaves(drafts: readonly (Draft & { readonly to?: unknown })[]): void {
    for (const { type, to } of drafts) {
      if (type === "leaf" && typeof to === "string" && !this.#history.tree.canBeLeaf(to)) throw new EntryNotFoundError(to);
    }
  }

  #stamp(unmasked: Draft): Entry {
    const draft = this.#sources.mask?.(unmasked) ?? unmasked;
    const { id = this.#sources.mint(), type } = draft;
    const stamp = { seq: this.#next++, id, parent: this.#history.tree.leaf, at: this.#sources.now(), type };
    // Repeated at the end: a draft made from another entry has its own stamp fields, which must not override these.
    const entry: Entry = Object.freeze({ ...stamp, ...draft, ...stamp });
    this.#history.tree.add(entry);
    return entry;
  }
}

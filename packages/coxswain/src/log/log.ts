import type { Draft, Entry, LeafEntry } from "./entry.ts";
import { EntryExistsError, EntryNotFoundError, LogClosedError, LogWriteError } from "./errors.ts";
import { foldPath, type Fold } from "./fold.ts";
import { assertWritable, type Header } from "./header.ts";
import type { Damage, LogFile } from "./store.ts";
import { Tree } from "./tree.ts";

/** What a log needs from outside: the time, and ids that are unique within it. */
export interface LogSources {
  readonly now: () => number;
  readonly mint: () => string;
  /** A fact as it may be kept, for each before it has its place. Default: as it is. */
  readonly mask?: <E extends Entry>(draft: Draft<E>) => Draft<E>;
}

/**
 * One open session's facts: stamps drafts, keeps the tree and its leaf, and serves folds of the active path. The
 * single writer of its file.
 */
export class Log {
  readonly #file: LogFile;
  readonly #sources: LogSources;
  readonly #tree: Tree;
  readonly #damage: readonly Damage[];
  readonly #pathViews: Views = new Map();
  readonly #allViews: Views = new Map();
  #next: number;
  #writtenSeq: number;
  /** Stamped, and not to be written before something is appended. */
  #staged: readonly Entry[] = [];
  /** Appended, and not taken by the store. */
  #owed: readonly Entry[] = [];
  #writing: Promise<void> = Promise.resolve();
  #follower: (entries: readonly Entry[]) => void = () => {};
  #closing: Promise<void> | undefined;

  private constructor(file: LogFile, sources: LogSources, tree: Tree, next: number, damage: readonly Damage[]) {
    this.#file = file;
    this.#sources = sources;
    this.#tree = tree;
    this.#next = next;
    this.#writtenSeq = next - 1;
    this.#damage = damage;
  }

  /** Reads a file to its end and makes a log of it. */
  static async open(file: LogFile, sources: LogSources): Promise<Log> {
    const tree = new Tree();
    const misplaced: Damage[] = [];
    let next = 0;
    for await (const entry of file.read()) {
      const damage = tree.add(entry);
      if (damage !== undefined) misplaced.push(damage);
      next = Math.max(next, entry.seq + 1);
    }
    return new Log(file, sources, tree, next, [...file.damage, ...misplaced]);
  }

  get header(): Header {
    return this.#file.header;
  }

  /** What was not whole when the log was opened. */
  get damage(): readonly Damage[] {
    return this.#damage;
  }

  /** Where the next entry attaches; null in an empty log. */
  get leaf(): string | null {
    return this.#tree.leaf;
  }

  /** The seq of the last entry that the store has; -1 when it has none. */
  get writtenSeq(): number {
    return this.#writtenSeq;
  }

  /** The entries from the first to the leaf, live: it grows with the log and is not for keeping. */
  get path(): readonly Entry[] {
    return this.#tree.path;
  }

  /** Tells entries once the store has them, in the order of the log: also what was staged or owed. There is one follower. */
  follow(follower: (entries: readonly Entry[]) => void): void {
    this.#follower = follower;
  }

  get(id: string): Entry | undefined {
    return this.#tree.get(id);
  }

  /** @throws {EntryNotFoundError} */
  pathTo(id: string): readonly Entry[] {
    return this.#tree.pathTo(id);
  }

  /** An id for an entry that is not appended yet. */
  mint(): string {
    return this.#sources.mint();
  }

  /**
   * Stamps drafts and appends them at the leaf, one after the other, in one write. The entries count at once, in the
   * order of the calls, which is also that of the store; the promise resolves when the store has them.
   * @throws {LogWriteError} the entries stay in this log, being facts, and are written ahead of the next ones.
   * @throws {EntryExistsError}
   * @throws {EntryNotFoundError} for a leaf that would move to where none can stand.
   * @throws {EntryTooLargeError}
   * @throws {LogFormatError} when the log is of a newer format.
   * @throws {LogClosedError}
   */
  async append<E extends Entry>(...drafts: Draft<E>[]): Promise<readonly E[]> {
    if (this.#closing !== undefined) throw new LogClosedError();
    assertWritable(this.header);
    this.#refuseTaken(drafts);
    this.#refuseLost(drafts);
    const entries = drafts.map((draft) => this.#stamp(draft) as E);
    await this.#write(entries);
    return entries;
  }

  /** Stamps a first draft that is written together with the first append: until then the store knows nothing of it. */
  stage<E extends Entry>(draft: Draft<E>): E {
    const entry = this.#stamp(draft) as E;
    this.#staged = [...this.#staged, entry];
    return entry;
  }

  /**
   * Moves the leaf, so that the next entry starts another branch after `to` (null: a new first entry).
   * @throws {EntryNotFoundError}
   * @throws {LogWriteError}
   */
  async moveLeaf(to: string | null): Promise<void> {
    await this.append<LeafEntry>({ type: "leaf", to });
  }

  /** All entries in the order of the log, those of other branches too. Live, as the path is. */
  get entries(): readonly Entry[] {
    return this.#tree.all;
  }

  /** The fold of the active path, kept up to date: asking again costs what was appended since. */
  view<State>(fold: Fold<State>): State {
    return viewOf(this.#pathViews, fold).catchUp(this.#tree.path);
  }

  /** The same over all branches, in the order of the log. */
  total<State>(fold: Fold<State>): State {
    return viewOf(this.#allViews, fold).catchUp(this.#tree.all);
  }

  /**
   * Resolves when all that was appended survives a loss of power.
   * @throws {LogWriteError}
   * @throws {LogClosedError}
   */
  async sync(): Promise<void> {
    await this.#write([]);
    await this.#file.sync();
  }

  /**
   * Waits for the appends that were made, and tries once more to write what the store did not take. Idempotent.
   * @throws {LogWriteError} when it cannot be written: the file is closed all the same, and these facts are lost.
   */
  close(): Promise<void> {
    this.#closing ??= this.#write([]).finally(() => this.#file.close());
    return this.#closing;
  }

  /** One write after the other: behind one that failed, the next begins with what it owes. */
  #write(entries: readonly Entry[]): Promise<void> {
    const write = this.#writing.then(() => this.#writeNow(entries));
    this.#writing = write.catch(() => undefined);
    return write;
  }

  async #writeNow(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0 && this.#owed.length === 0) return;
    const before = [...this.#staged, ...this.#owed];
    const batch = before.length === 0 ? entries : [...before, ...entries];
    try {
      const forgotten = await this.#file.append(batch);
      this.#staged = [];
      this.#owed = [];
      this.#writtenSeq = batch.at(-1)?.seq ?? this.#writtenSeq;
      if (forgotten.length > 0) this.#tree.forget(new Set(forgotten));
      this.#follower(batch);
    } catch (error) {
      if (error instanceof LogWriteError) {
        this.#staged = [];
        this.#owed = batch;
      } else this.#tree.forget(new Set(entries.map(({ id }) => id)));
      throw error;
    }
  }

  #refuseTaken(drafts: readonly Draft[]): void {
    const ids = drafts.flatMap(({ id }) => id ?? []);
    const taken = ids.find((id, at) => this.#tree.has(id) || ids.indexOf(id) < at);
    if (taken !== undefined) throw new EntryExistsError(taken);
  }

  #refuseLost(drafts: readonly (Draft & { readonly to?: unknown })[]): void {
    for (const { type, to } of drafts) {
      if (type === "leaf" && typeof to === "string" && !this.#tree.canLead(to)) throw new EntryNotFoundError(to);
    }
  }

  #stamp(given: Draft): Entry {
    const draft = this.#sources.mask?.(given) ?? given;
    const { id = this.#sources.mint(), type } = draft;
    const place = { seq: this.#next++, id, parent: this.#tree.leaf, at: this.#sources.now(), type };
    // Once more at the end: a draft made of another entry has a place of its own, which does not count here.
    const entry: Entry = Object.freeze({ ...place, ...draft, ...place });
    this.#tree.add(entry);
    return entry;
  }
}

type Views = Map<Fold<unknown>, View<unknown>>;

const viewOf = <State>(views: Views, fold: Fold<State>): View<State> => {
  const known = views.get(fold) as View<State> | undefined;
  if (known !== undefined) return known;
  const view = new View(fold);
  views.set(fold, view);
  return view;
};

class View<State> {
  readonly #fold: Fold<State>;
  #path: readonly Entry[] = [];
  #length = 0;
  #state: State;

  constructor(fold: Fold<State>) {
    this.#fold = fold;
    this.#state = fold.initial;
  }

  catchUp(path: readonly Entry[]): State {
    if (path !== this.#path) {
      this.#path = path;
      this.#state = foldPath(this.#fold, path);
    } else {
      for (let at = this.#length; at < path.length; at++) this.#state = this.#fold.apply(this.#state, path[at] as Entry);
    }
    this.#length = path.length;
    return this.#state;
  }
}

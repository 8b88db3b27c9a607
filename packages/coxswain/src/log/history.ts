import { type CheckpointEntry, checkpointDraft, type States } from "./checkpoint.ts";
import type { Damage, Draft, Entry } from "./entry.ts";
import { type Fold, type Horizon, pathFolds, type StoredFolds } from "./fold.ts";
import { entryList, type Path } from "./path.ts";
import type { Reading } from "./reading.ts";
import type { LogFile } from "./store.ts";
import { Tree } from "./tree.ts";
import { type Beginning, Views } from "./views.ts";

/** Damage that stays in the file and that readers from a later checkpoint do not find again. */
const LASTING: ReadonlySet<Damage["kind"]> = new Set(["line", "duplicate", "orphan"]);

/** The loaded entries of a log, and the fold states over all of its entries. */
export class History {
  readonly tree: Tree;
  readonly damage: readonly Damage[];
  readonly #from: Reading["from"];
  readonly #pathViews = new Views();
  readonly #allViews = new Views();
  /** Fold states before the horizon. */
  readonly #pastViews = new Views();
  /** Cached positions of the horizon's entries on the path. */
  #positions: { readonly revision?: symbol; readonly at: ReadonlyMap<string, number> } = { at: new Map() };

  constructor({ tree, damage, from }: Reading) {
    this.tree = tree;
    this.damage = damage;
    this.#from = from;
  }

  /** Seq from which on all entries are loaded. */
  get wholeFrom(): number {
    return this.#from?.checkpoint.seq ?? 0;
  }

  /** The checkpoint at which reading began. Undefined in a fully loaded log. */
  get start(): CheckpointEntry | undefined {
    return this.#from?.checkpoint;
  }

  get isWhole(): boolean {
    return this.#from === undefined;
  }

  /** Returns the fold of the active path. @throws {FoldNotDeclaredError} */
  view<State>(fold: Fold<State>): State {
    const { path } = this.tree;
    return this.#pathViews.of(fold, path, path.entries.length, this.#above(path));
  }

  /** Returns the fold of all entries. @throws {FoldNotDeclaredError} */
  total<State>(fold: Fold<State>): State {
    const { all } = this.tree;
    const from = this.#from && { length: this.#from.length, states: this.#from.checkpoint.allStates };
    return this.#allViews.of(fold, all, all.entries.length, from);
  }

  /** Returns true if the fold can be computed over the path. */
  has({ name }: Fold<unknown>): boolean {
    return this.#from === undefined || Object.hasOwn(this.#from.checkpoint.pathStates, name);
  }

  /** Returns true if all entries that the path to `leaf` needs are loaded. */
  reaches(leaf: string | null, horizon: StoredFolds["horizon"]): boolean {
    if (this.#from === undefined || leaf === null) return true;
    if (!this.tree.has(leaf)) return false;
    const path = entryList(this.tree.pathTo(leaf));
    return this.#first(path, new Views().of(horizon, path, path.entries.length, this.#above(path))) >= 0;
  }

  /** Returns true if all entries that the path needs after this append are loaded. */
  suffices(entries: readonly Entry[], horizon: StoredFolds["horizon"]): boolean {
    if (this.#from === undefined) return true;
    const { needed } = entries.reduce((state, entry) => horizon.apply(state, entry), this.view(horizon));
    const coming = new Set(entries.map(({ id }) => id));
    const before = needed.filter((id) => !coming.has(id));
    return (before.length === 0 && needed.length > 0) || this.#first(this.tree.path, { needed: before }) >= 0;
  }

  /**
   * Returns a checkpoint of the file's content, if it is worth its line. Call it only when the file has all entries.
   */
  checkpoint(file: LogFile, folds: StoredFolds): Draft<CheckpointEntry> | undefined {
    const { path } = this.tree;
    if (path.entries.length === 0) return undefined;
    const first = this.#first(path, this.view(folds.recent ?? folds.horizon));
    const route = first < 0 ? undefined : file.route?.(path, first);
    if (route === undefined) return undefined;
    const above = this.#above(path);
    return checkpointDraft({
      ...route,
      above: this.#parentOf(path.entries[first]),
      pathStates: states(pathFolds(folds), (fold) => this.#pastViews.of(fold, path, first, above)),
      allStates: states(folds.all, (fold) => this.total(fold)),
      damage: this.damage.filter(({ kind }) => LASTING.has(kind)),
    });
  }

  /**
   * Returns the history that opening the log at this checkpoint would give. Returns this history while less than half
   * could be released, or if later entries reach further back.
   */
  since(checkpoint: CheckpointEntry): History {
    const { all } = this.tree;
    const path = this.tree.pathTo(checkpoint.id);
    const needed = path.slice(path.findLastIndex(({ parent }) => parent === checkpoint.above));
    if (needed.length * 2 > all.entries.length) return this;
    const tree = new Tree(checkpoint.above);
    const from = { checkpoint, length: needed.length - 1 };
    const later = all.entries.slice(all.entries.lastIndexOf(checkpoint) + 1);
    if ([...needed, ...later].some((entry) => tree.add(entry) !== undefined)) return this;
    return new History({ tree, seq: checkpoint.seq + 1, damage: this.damage, from });
  }

  /** Returns the index of the first entry that the path needs; -1 if it is not loaded. */
  #first(path: Path, { needed }: Horizon): number {
    const cached = this.#positions.revision === path.revision ? this.#positions.at : new Map<string, number>();
    const at = new Map(needed.map((id) => [id, cached.get(id) ?? this.#positionOn(path, id)]));
    this.#positions = { revision: path.revision, at };
    const first = Math.min(...at.values());
    if (needed.length > 0 && first >= 0) return first;
    return this.#above(path) === undefined ? 0 : -1;
  }

  /** Searches from the end: an entry that becomes necessary is rarely far from it. */
  #positionOn({ entries }: Path, id: string): number {
    const entry = this.tree.get(id);
    return entry === undefined ? -1 : entries.lastIndexOf(entry);
  }

  #parentOf(entry: Entry | undefined): string | null {
    return entry === undefined ? null : (this.tree.parentOf(entry.id) ?? null);
  }

  /** Returns the states before the first entry of the path, if earlier entries are not loaded. */
  #above({ entries }: Path): Beginning | undefined {
    const isCut = this.#from !== undefined && this.#parentOf(entries[0]) !== null;
    return isCut ? { length: 0, states: this.#from.checkpoint.pathStates } : undefined;
  }
}

const states = (folds: readonly Fold<unknown>[], stateOf: (fold: Fold<unknown>) => unknown): States =>
  Object.fromEntries(folds.map((fold) => [fold.name, stateOf(fold)]));

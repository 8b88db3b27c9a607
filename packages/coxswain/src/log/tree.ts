import { type Damage, type Entry, isLeaf } from "./entry.ts";
import { EntryNotFoundError } from "./errors.ts";
import { type EntryList, entryList, type Path } from "./path.ts";

/**
 * The entries of a log as a tree by parent, with the leaf that the next entry attaches to. A parent must precede its
 * child, so cycles are impossible. An entry whose parent does not precede it is attached to the previous entry. A later
 * root must follow a leaf entry that moved the leaf to null. Any other root lost its parent, and is attached to the
 * leaf.
 */
export class Tree {
  readonly #entries = new Map<string, Entry>();
  /** Actual parents of entries whose stated parent was replaced. */
  readonly #parents = new Map<string, string | null>();
  /** Parents of skipped entries. */
  readonly #skippedParents = new Map<string, string | null>();
  #last: string | null;
  #leaf: string | null;
  /** Undefined: computed on demand, so that a log with many branches is read in linear time. */
  #path: Growing | undefined = growing([]);
  #all: Growing = growing([]);

  /** `floor`: parent of the first entry, if earlier entries are not loaded. */
  constructor(floor: string | null = null) {
    this.#leaf = floor;
    this.#last = floor;
  }

  /** Id of the entry that the next one attaches to. */
  get leaf(): string | null {
    return this.#leaf;
  }

  /** The path to the leaf. */
  get path(): Path {
    this.#path ??= growing(this.#leaf === null ? [] : this.pathTo(this.#leaf));
    return this.#path;
  }

  /** All loaded entries in log order. */
  get all(): EntryList {
    return this.#all;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Returns true if the leaf may move to `id`. */
  canBeLeaf(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !isLeaf(entry);
  }

  /**
   * Returns the actual parent of an entry, which may differ from its `parent`; undefined if the entry does not exist.
   */
  parentOf(id: string): string | null | undefined {
    const parent = this.#parents.get(id);
    return parent === undefined ? this.#entries.get(id)?.parent : parent;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Adds the next entry of the log. Returns any damage instead of throwing. */
  add(entry: Entry): Damage | undefined {
    if (this.#entries.has(entry.id)) return { kind: "duplicate", detail: `entry ${entry.seq}: id "${entry.id}" is taken` };
    const follows = this.#follows(entry.parent);
    const parent = follows === undefined ? this.#fallback(entry.parent) : follows;
    this.#entries.set(entry.id, entry);
    if (parent !== entry.parent) this.#parents.set(entry.id, parent);
    this.#all.entries.push(entry);
    if (!isLeaf(entry)) this.#attach(entry, parent);
    else if (!this.#move(this.resolveSkipped(entry.to)))
      return { kind: "orphan", detail: `entry ${entry.seq}: leaf "${entry.to}" is not before it` };
    if (follows !== undefined) return undefined;
    const detail = entry.parent === null ? `has no parent, and the leaf is at "${parent}"` : `parent "${entry.parent}" is not before it`;
    return { kind: "orphan", detail: `entry ${entry.seq}: ${detail}` };
  }

  /** Skips an unusable entry. Its children are attached to its parent. */
  skip({ seq, id, parent, type }: Entry): Damage {
    const follows = this.#follows(parent);
    if (!this.has(id)) this.#skippedParents.set(id, follows === undefined ? this.#fallback(parent) : follows);
    return { kind: "line", detail: `entry ${seq} cannot be read as a "${type}"` };
  }

  /** Returns the id itself, or the parent of a skipped entry. */
  resolveSkipped(id: string | null): string | null {
    const passed = id === null || this.#entries.has(id) ? undefined : this.#skippedParents.get(id);
    return passed === undefined ? id : passed;
  }

  /**
   * Returns the loaded entries up to `id`.
   * @throws {EntryNotFoundError}
   */
  pathTo(id: string): Entry[] {
    const path: Entry[] = [];
    if (!this.has(id)) throw new EntryNotFoundError(id);
    for (let at: string | null | undefined = id; typeof at === "string"; at = this.parentOf(at)) {
      const entry = this.#entries.get(at);
      if (entry !== undefined) path.push(entry);
    }
    return path.toReversed();
  }

  /** Removes entries and reattaches their children to the nearest remaining ancestor. */
  forget(ids: ReadonlySet<string>): void {
    const remaining = (id: string | null): string | null => {
      let at = id;
      while (at !== null && ids.has(at)) at = this.parentOf(at) ?? null;
      return at;
    };
    for (const id of this.#entries.keys()) {
      const parent = this.parentOf(id) ?? null;
      const above = remaining(parent);
      if (above !== parent) this.#parents.set(id, above);
    }
    this.#leaf = remaining(this.#leaf);
    this.#last = remaining(this.#last);
    for (const id of ids) {
      this.#entries.delete(id);
      this.#parents.delete(id);
    }
    this.#path = undefined;
    this.#all = growing(this.#all.entries.filter((entry) => !ids.has(entry.id)));
  }

  /** Returns the entry that this parent refers to; undefined if the parent is impossible. */
  #follows(parent: string | null): string | null | undefined {
    // Most entries follow the last one, which needs no lookup.
    const at = parent === this.#last ? parent : this.resolveSkipped(parent);
    const isThere = at === null ? this.#leaf === null : at === this.#last || this.canBeLeaf(at);
    return isThere ? at : undefined;
  }

  /** Returns the attachment point for an entry with an impossible parent. */
  #fallback(parent: string | null): string | null {
    return parent === null ? this.#leaf : this.#last;
  }

  #attach(entry: Entry, parent: string | null): void {
    if (parent === this.#leaf) this.#path?.entries.push(entry);
    else this.#path = undefined;
    this.#leaf = entry.id;
    this.#last = entry.id;
  }

  #move(to: string | null): boolean {
    if (to !== null && !this.canBeLeaf(to)) return false;
    this.#leaf = to;
    this.#path = undefined;
    return true;
  }
}

/** An entry list of the tree, which alone adds to it. */
interface Growing extends EntryList {
  readonly entries: Entry[];
}

const growing = (entries: Entry[]): Growing => ({ ...entryList(entries), entries });

import type { Entry } from "./entry.ts";
import { isLeaf } from "./entry.ts";
import { EntryNotFoundError } from "./errors.ts";
import type { Damage } from "./store.ts";

/**
 * The entries of a log as a tree by parent, with the leaf that the next entry attaches to. A parent must stand before
 * its child, so there can be no cycle; an entry whose parent does not is attached to the entry before it.
 */
export class Tree {
  readonly #nodes = new Map<string, { readonly entry: Entry; readonly parent: string | null }>();
  #last: string | null = null;
  #leaf: string | null = null;
  #path: Entry[] = [];

  /** Where the next entry attaches. */
  get leaf(): string | null {
    return this.#leaf;
  }

  /** The entries from the first to the leaf. Grows in place: a longer path may be the same array. */
  get path(): readonly Entry[] {
    return this.#path;
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  get(id: string): Entry | undefined {
    return this.#nodes.get(id)?.entry;
  }

  /** Takes the next entry of the log. What is wrong with it is returned, and nothing is thrown. */
  add(entry: Entry): Damage | undefined {
    if (this.#nodes.has(entry.id)) return { kind: "duplicate", detail: `entry ${entry.seq}: id "${entry.id}" is taken` };
    const known = entry.parent === null || this.#nodes.has(entry.parent);
    const parent = known ? entry.parent : this.#last;
    this.#nodes.set(entry.id, { entry, parent });
    if (isLeaf(entry)) this.#move(entry.to);
    else this.#attach(entry, parent);
    if (!known) return { kind: "orphan", detail: `entry ${entry.seq}: parent "${entry.parent}" is not before it` };
    return undefined;
  }

  /**
   * The entries from the first one to `id`.
   * @throws {EntryNotFoundError}
   */
  pathTo(id: string): Entry[] {
    const path: Entry[] = [];
    for (let at: string | null = id; at !== null; ) {
      const node = this.#nodes.get(at);
      if (node === undefined) throw new EntryNotFoundError(at);
      path.push(node.entry);
      at = node.parent;
    }
    return path.reverse();
  }

  /** Drops entries; what followed them follows what came before them. */
  forget(ids: ReadonlySet<string>): void {
    for (const [id, node] of this.#nodes) {
      let parent = node.parent;
      while (parent !== null && ids.has(parent)) parent = this.#nodes.get(parent)?.parent ?? null;
      if (parent !== node.parent) this.#nodes.set(id, { entry: node.entry, parent });
    }
    for (const id of ids) this.#nodes.delete(id);
    this.#path = this.#path.filter((entry) => !ids.has(entry.id));
  }

  #attach(entry: Entry, parent: string | null): void {
    if (parent === this.#leaf) this.#path.push(entry);
    else this.#path = this.pathTo(entry.id);
    this.#leaf = entry.id;
    this.#last = entry.id;
  }

  #move(to: string | null): void {
    if (to !== null && !this.#canLead(to)) return;
    this.#leaf = to;
    this.#path = to === null ? [] : this.pathTo(to);
  }

  #canLead(id: string): boolean {
    const node = this.#nodes.get(id);
    return node !== undefined && !isLeaf(node.entry);
  }
}

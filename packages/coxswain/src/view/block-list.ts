import type { Block } from "./block.ts";

/** The blocks of a conversation in order. Only blocks that are not settled can be replaced or removed. */
export class BlockList {
  #blocks: Block[] = [];
  /** Positions of the blocks that are not settled, by id. */
  #open = new Map<string, number>();

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  add(block: Block): void {
    const at = this.#blocks.push(block) - 1;
    if (!block.settled) this.#open.set(block.id, at);
  }

  /** Returns a block that is not settled. */
  open(id: string): Block | undefined {
    const at = this.#open.get(id);
    return at === undefined ? undefined : this.#blocks[at];
  }

  /** Replaces the block that has the same id and is not settled. Adds the block if there is none. */
  put(block: Block): void {
    const at = this.#open.get(block.id);
    if (at === undefined) return this.add(block);
    this.#blocks[at] = block;
    if (block.settled) this.#open.delete(block.id);
  }

  /** Removes blocks that are not settled. */
  remove(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    this.#renew(this.#blocks.filter(({ id, settled }) => settled || !ids.has(id)));
  }

  /** Removes the settled blocks at the beginning, and returns them. */
  takeSettled(): readonly Block[] {
    const end = Math.min(this.#blocks.length, ...this.#open.values());
    const settled = this.#blocks.slice(0, end);
    if (end > 0) this.#renew(this.#blocks.slice(end));
    return settled;
  }

  #renew(blocks: Block[]): void {
    this.#blocks = blocks;
    this.#open = new Map(blocks.flatMap((block, at) => (block.settled ? [] : [[block.id, at] as const])));
  }
}

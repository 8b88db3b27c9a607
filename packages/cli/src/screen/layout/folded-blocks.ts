import type { Block } from "coxswain/view";
import { type BlockOptions, blockRows } from "../blocks/index.ts";

/** Printed blocks among which the last folded one is looked for: most calls have nothing more to show. */
const MOST = 20;

/** The last printed blocks, to find the one that has more to show. */
export class FoldedBlocks {
  #blocks: readonly Block[] = [];

  /** Adds a block that was printed folded. */
  add(block: Block): void {
    this.#blocks = [...this.#blocks, block].slice(-MOST);
  }

  /** Returns the last block that has more rows than were printed, and forgets all of them. */
  takeLast(options: BlockOptions): Block | undefined {
    const found = this.#blocks.findLast(
      (block) => blockRows(block, { ...options, expanded: true }).length > blockRows(block, { ...options, expanded: false }).length,
    );
    this.#blocks = [];
    return found;
  }
}

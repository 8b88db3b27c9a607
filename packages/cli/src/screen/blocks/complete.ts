import type { Block } from "coxswain/view";

/**
 * True for a block that no longer changes: also for a part of an answer that streams, once its end was recorded or another part
 * of the same answer follows.
 */
export const isComplete = (block: Block, at: number, blocks: readonly Block[]): boolean => {
  if (block.settled) return true;
  if (block.kind === "reasoning") return block.endedAt !== undefined;
  if (block.kind !== "text" && block.kind !== "provider") return false;
  return blocks.slice(at + 1).some((other) => "message" in other && other.message === block.message);
};

import type { PrefixSegment } from "../context/index.ts";

/**
 * A request does not begin as the one before it to the same model, or goes to a model that was not asked yet: from `segment`
 * on its provider reads anew what it had in its cache.
 */
export interface PrefixEvent {
  readonly type: "prefix_change";
  /** The first piece that differs; of another model, the model. */
  readonly segment: PrefixSegment | { readonly part: "model"; readonly name: string };
  readonly reason: PrefixReason;
}

/**
 * Why. All but `unknown` is as it was decided or has to be: another model or other tools were chosen; reasoning goes with the
 * run that it was written in; the oldest of too many images go; the conversation was compacted or begun anew, an item was taken
 * out of it, or it goes on from an earlier place. `unknown` is a fault, of Coxswain's or of what is built on it.
 */
export type PrefixReason = "model" | "tools" | "system" | "reasoning" | "images" | "compaction" | "reset" | "repair" | "branch" | "unknown";

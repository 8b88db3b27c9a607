import type { Entry } from "../log/index.ts";

/** Restarts the conversation: the model sees nothing from before this entry. The log retains it. */
export interface ResetEntry extends Entry {
  readonly type: "reset";
}

export const isReset = (entry: Entry): entry is ResetEntry => entry.type === "reset";

/** Returns the entries after the last reset. */
export const sinceReset = (path: readonly Entry[]): readonly Entry[] => {
  const at = path.findLastIndex(isReset);
  return at < 0 ? path : path.slice(at + 1);
};

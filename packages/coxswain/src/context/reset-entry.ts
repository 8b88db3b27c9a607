import type { Entry } from "../log/index.ts";

/** The conversation begins anew: the model is told nothing of what came before. The log keeps it. */
export interface ResetEntry extends Entry {
  readonly type: "reset";
}

export const isReset = (entry: Entry): entry is ResetEntry => entry.type === "reset";

/** The entries after the last reset. */
export const sinceReset = (path: readonly Entry[]): readonly Entry[] => {
  const at = path.findLastIndex(isReset);
  return at < 0 ? path : path.slice(at + 1);
};

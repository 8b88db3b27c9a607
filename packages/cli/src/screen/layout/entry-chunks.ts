import type { AnyEntry } from "coxswain";

/**
 * Returns the start of a chunk of entries that ends before `end`, so that the chunk's blocks can be made without the entries
 * before it: at the start of a run, or at a message of the user outside of a run. The chunk has at least `atLeast` entries,
 * unless it begins at 0.
 */
export const chunkStart = (entries: readonly AnyEntry[], end: number, atLeast: number): number => {
  /** The last message of the user that is far enough from the end, as long as no start of its run is known. */
  let message: number | undefined;
  for (let at = end - 1; at >= 0; at--) {
    const entry = entries[at];
    const isFar = end - at >= atLeast;
    if (entry?.type === "run_start") {
      if (isFar) return at;
      message = undefined;
    } else if (entry?.type === "run_end" && message !== undefined) return message;
    else if (isFar && message === undefined && entry !== undefined && isUserMessage(entry)) message = at;
  }
  return message ?? 0;
};

/** Returns true for a message that the user wrote. */
export const isPrompt = (entry: AnyEntry): boolean => {
  if (entry.type !== "message" || entry.message.role !== "user") return false;
  return entry.message.source === undefined || entry.message.source === "user";
};

const isUserMessage = (entry: AnyEntry): boolean => entry.type === "message" && entry.message.role === "user";

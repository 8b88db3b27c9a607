import type { AnyEntry } from "coxswain";
import { textOf } from "coxswain";

/** Returns the first line of the prompt of a run; empty if it has no text, or is on another branch. */
export const promptOf = (entries: readonly AnyEntry[], run: string): string => {
  for (const entry of entries) {
    if (entry.type !== "message" || entry.run !== run || entry.message.role !== "user") continue;
    return textOf(entry.message).trim().split("\n", 1)[0] ?? "";
  }
  return "";
};

import { isBranchSummary, isCompaction } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import { asRecord } from "../base/index.ts";
import { textFrom } from "./text-from.ts";

/** A summary that a model was told in place of what it stands for. */
export interface ToldSummary {
  readonly title: string;
  readonly text: string;
}

/** The summary that an entry holds; undefined where it holds none. */
export const summaryOf = (entry: Entry): ToldSummary | undefined => {
  if (isBranchSummary(entry)) return { title: "Summary of a branch that was left", text: entry.summary };
  if (!isCompaction(entry)) return undefined;
  // A log from another hand may hold anything.
  const { from, to } = asRecord(entry.covers);
  return {
    title: `Compacted: in place of messages ${textFrom(from)} to ${textFrom(to)} the model is told this summary`,
    text: entry.summary,
  };
};

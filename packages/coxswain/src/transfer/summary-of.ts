import { isBranchSummary, isCompaction } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import { asRecord } from "../base/index.ts";
import { textFrom } from "./text-from.ts";

/** A summary that replaced messages for the model. */
export interface ToldSummary {
  readonly title: string;
  readonly text: string;
}

/** Returns the summary in an entry; undefined if there is none. */
export const summaryOf = (entry: Entry): ToldSummary | undefined => {
  if (isBranchSummary(entry)) return { title: "Summary of a branch that was left", text: entry.summary };
  if (!isCompaction(entry)) return undefined;
  // An untrusted log may contain any value.
  const { from, to } = asRecord(entry.covers);
  return {
    title: `Compacted: in place of messages ${textFrom(from)} to ${textFrom(to)} the model is told this summary`,
    text: entry.summary,
  };
};

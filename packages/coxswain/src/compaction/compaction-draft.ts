import type { Draft } from "../log/index.ts";
import { estimateMessageTokens } from "../model/index.ts";
import { type PreservedSection, type CompactionEntry, compactionMessage } from "../context/index.ts";
import { withinRoom } from "./preservers.ts";
import { BadSummaryError } from "./errors.ts";
import { type CompactionPlan, PROMPT } from "./plan-compaction.ts";

/** Fields of a compaction that are not part of its plan. */
export interface CompactionFacts extends Pick<CompactionEntry, "summary" | "reason" | "model" | "usage" | "cost" | "instructions"> {
  /** In order of importance. The prompt of a split run may be absent. */
  readonly carried: readonly PreservedSection[];
}

/** Tokens below which a summary is always accepted, even if it is not shorter. */
const SMALL = 1_000;

/**
 * Returns the fact of a compaction.
 * @throws {BadSummaryError} when it would not shorten the conversation.
 */
export const compactionDraft = (plan: CompactionPlan, facts: CompactionFacts): Draft<CompactionEntry> => {
  const { limits, firstPreserved, covers, prompt, tokensBefore, replacedTokens } = plan;
  const { summary, reason, instructions, model, usage, cost } = facts;
  const asked = prompt === undefined ? [] : [{ name: PROMPT, text: prompt }];
  const others = facts.carried.filter(({ name }) => name !== PROMPT);
  const preserved = withinRoom([...asked, ...others], limits.carried);
  const summaryTokens = estimateMessageTokens(compactionMessage({ summary, covers, preserved }));
  if (summaryTokens >= Math.max(replacedTokens, SMALL)) {
    throw new BadSummaryError(`The summary has ${summaryTokens} tokens and would take the place of ${replacedTokens}: nothing is gained.`);
  }
  return {
    type: "compaction",
    summary,
    firstPreserved,
    covers,
    preserved,
    tokensBefore,
    summaryTokens,
    reason,
    ...(instructions === undefined ? {} : { instructions }),
    model,
    usage,
    ...(cost === undefined ? {} : { cost }),
  };
};

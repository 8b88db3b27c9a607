import type { Draft } from "../log/index.ts";
import { estimateMessageTokens } from "../model/index.ts";
import { type PreservedSection, type CompactionEntry, compactionMessage } from "../context/index.ts";
import { withinRoom } from "./preservers.ts";
import { BadSummaryError } from "./errors.ts";
import { type CompactionPlan, PROMPT } from "./plan-compaction.ts";

/** What a compaction says besides what was planned. */
export interface CompactionFacts extends Pick<CompactionEntry, "summary" | "reason" | "model" | "usage" | "cost" | "instructions"> {
  /** In the order of their weight. The prompt of a run that is cut in two need not be among them. */
  readonly carried: readonly PreservedSection[];
}

/** Tokens that are too few to say of a summary that it must have fewer. */
const SMALL = 1_000;

/**
 * The fact of a compaction.
 * @throws {BadSummaryError} when it would not make the conversation shorter.
 */
export const compactionDraft = (plan: CompactionPlan, facts: CompactionFacts): Draft<CompactionEntry> => {
  const { limits, firstKept, covers, prompt, tokensBefore, replacedTokens } = plan;
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
    firstKept,
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

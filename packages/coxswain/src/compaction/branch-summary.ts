import type { BranchSummaryEntry } from "../context/index.ts";
import { branchSummaryJob, type SummaryJob } from "./summary-job.ts";
import { compactionLimits } from "./plan-compaction.ts";
import type { Draft, Entry } from "../log/index.ts";
import type { Model, ModelInfo } from "../model/index.ts";
import type { CompactParts } from "./compact.ts";
import { noUsageYet, writeSummary, bySummaryModel, untilAborted } from "./summary-model.ts";
import { type ProjectedMessage, projectedMessages } from "./model-view.ts";

/** Change of branch. */
export interface AbandonedBranch {
  /** The abandoned path and the one that continues, each complete. */
  readonly abandoned: readonly Entry[];
  readonly continued: readonly Entry[];
}

/**
 * Summarizes an abandoned branch for the one that continues; undefined if the branch has no messages.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const branchSummary = async (
  { log, side, withRetries }: Pick<CompactParts, "log" | "side" | "withRetries">,
  { abandoned, continued }: AbandonedBranch,
  signal: AbortSignal,
): Promise<Draft<BranchSummaryEntry> | undefined> => {
  const { info } = await untilAborted(side.main(), signal);
  const messages = branchMessages(abandoned, continued, info);
  const from = abandoned.at(-1)?.id;
  if (messages.length === 0 || from === undefined) return undefined;
  const tokens = compactionLimits({ model: info }).summary;
  const job = (model: ModelInfo): SummaryJob | undefined => branchSummaryJob(messages, { model, tokens });
  if (job(info) === undefined) return undefined;
  const requiredJob = (model: ModelInfo): SummaryJob => job(model) as SummaryJob;
  const spent = noUsageYet();
  const write = (model: Model) => writeSummary({ model: withRetries(model), job: requiredJob, sessionId: log.header.id, spent }, signal);
  return { type: "branch_summary", from, ...(await bySummaryModel(side, { job: requiredJob, write }, signal)) };
};

/**
 * Returns the messages of a branch after the last entry that it shares with another, as the model last received them.
 * Empty if there are none. Both paths start with their first available entry.
 */
export const branchMessages = (left: readonly Entry[], taken: readonly Entry[], model: ModelInfo): readonly ProjectedMessage[] => {
  const shared = new Set(taken.map(({ id }) => id));
  return projectedMessages(left, { model }).messages.filter(({ entry }) => entry !== undefined && !shared.has(entry.id));
};

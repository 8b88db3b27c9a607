import type { BranchSummaryEntry } from "../context/index.ts";
import { branchSummaryJob, type SummaryJob } from "./summary-job.ts";
import { compactionLimits } from "./plan-compaction.ts";
import type { Draft, Entry } from "../log/index.ts";
import type { Model, ModelInfo } from "../model/index.ts";
import type { CompactParts } from "./compact.ts";
import { nothingSpent, summarise } from "./write-summary.ts";
import { bySummaryModel, untilAborted } from "./summary-model.ts";
import { type ToldMessage, toldMessages } from "./model-view.ts";

/** Where a conversation goes back to. */
export interface Leaving {
  /** The path that is left, and the one that is gone on with: each whole. */
  readonly left: readonly Entry[];
  readonly taken: readonly Entry[];
}

/**
 * What was done on a branch that is left, as a fact for the one that is gone on with; undefined where nothing was said on it.
 * @throws {ModelError}
 * @throws {BadSummaryError}
 */
export const branchSummary = async (
  { log, side, patient }: Pick<CompactParts, "log" | "side" | "patient">,
  { left, taken }: Leaving,
  signal: AbortSignal,
): Promise<Draft<BranchSummaryEntry> | undefined> => {
  const { info } = await untilAborted(side.main(), signal);
  const messages = branchMessages(left, taken, info);
  const from = left.at(-1)?.id;
  if (messages.length === 0 || from === undefined) return undefined;
  const tokens = compactionLimits({ model: info }).summary;
  const job = (model: ModelInfo): SummaryJob | undefined => branchSummaryJob(messages, { model, tokens });
  if (job(info) === undefined) return undefined;
  const asked = (model: ModelInfo): SummaryJob => job(model) as SummaryJob;
  const spent = nothingSpent();
  const write = (model: Model) => summarise({ model: patient(model), job: asked, sessionId: log.header.id, spent }, signal);
  return { type: "branch_summary", from, ...(await bySummaryModel(side, { job: asked, write }, signal)) };
};

/**
 * What was said on a branch behind the last entry that it shares with another: its messages from there to its end, as the model
 * was told them last. Empty where nothing was. Both paths from their first entry that is at hand.
 */
export const branchMessages = (left: readonly Entry[], taken: readonly Entry[], model: ModelInfo): readonly ToldMessage[] => {
  const shared = new Set(taken.map(({ id }) => id));
  return toldMessages(left, { model }).told.filter(({ entry }) => entry !== undefined && !shared.has(entry.id));
};

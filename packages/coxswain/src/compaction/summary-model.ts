import { BadSummaryError } from "./summary-errors.ts";
import { estimateRequestTokens, fits } from "../context/index.ts";
import { nextSummaryRequest, type SummaryJob } from "./summary-job.ts";
import { type Model, ModelError, type ModelInfo } from "../model/index.ts";
import type { SideModels } from "./side-models.ts";
import { untilAborted } from "./until-aborted.ts";

export interface SummaryWriting<Summary> {
  /** What has to be asked of a model that is known like this. */
  readonly job: (model: ModelInfo) => SummaryJob;
  readonly write: (model: Model) => Promise<Summary>;
}

/** Has a summary written: by the small model where the whole fits its window in one piece; else, and where it fails, by the one that answers. */
export const bySummaryModel = async <Summary>(
  side: SideModels,
  { job, write }: SummaryWriting<Summary>,
  signal: AbortSignal,
): Promise<Summary> => {
  const main = (): Promise<Model> => untilAborted(side.main(), signal);
  // A small one that cannot be asked is no reason to fail.
  const small = await untilAborted(
    side.small().catch(() => undefined),
    signal,
  );
  if (small === undefined || !takesAtOnce(job(small.info))) return write(await main());
  try {
    return await write(small);
  } catch (error) {
    if (signal.aborted || !isOfModel(error)) throw error;
    const other = await main();
    if (other.info.reference === small.info.reference) throw error;
    return write(other);
  }
};

const takesAtOnce = (job: SummaryJob): boolean => {
  const request = nextSummaryRequest(job, []);
  if (request === undefined || job.parts.some(({ chunks }) => chunks.length > 1)) return false;
  return fits(estimateRequestTokens(request), job.model, request.maxOutputTokens);
};

/** Whether another model may do better: a budget that is used up is so for all. */
const isOfModel = (error: unknown): boolean => error instanceof ModelError || error instanceof BadSummaryError;

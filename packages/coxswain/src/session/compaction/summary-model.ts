import { fits, nextSummaryRequest, type SummaryJob } from "../../context/index.ts";
import type { Model, ModelInfo } from "../../model/index.ts";
import { estimateRequestTokens } from "../context-tokens.ts";
import type { SideModels } from "../side-models.ts";

/** The model for a summary: the small one where the whole fits its window in one piece, else the one that answers. */
export const summaryModel = async (side: SideModels, job: (model: ModelInfo) => SummaryJob): Promise<Model> => {
  // A small one that cannot be asked is no reason to fail.
  const small = await side.small().catch(() => undefined);
  return small !== undefined && takesAtOnce(job(small.info)) ? small : side.main();
};

const takesAtOnce = (job: SummaryJob): boolean => {
  const request = nextSummaryRequest(job, []);
  if (request === undefined || job.parts.some(({ chunks }) => chunks.length > 1)) return false;
  return fits(estimateRequestTokens(request), job.model, request.maxOutputTokens);
};

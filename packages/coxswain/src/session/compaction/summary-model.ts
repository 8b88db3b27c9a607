import type { SummaryJob } from "../../context/index.ts";
import type { Model, ModelInfo } from "../../model/index.ts";
import type { SideModels } from "../side-models.ts";

/** The model for a summary: the small one where the whole fits its window in one piece, else the one that answers. */
export const summaryModel = async (side: SideModels, job: (model: ModelInfo) => SummaryJob): Promise<Model> => {
  // A small one that cannot be asked is no reason to fail.
  const small = await side.small().catch(() => undefined);
  return small !== undefined && isOnePiece(job(small.info)) ? small : side.main();
};

const isOnePiece = ({ parts }: SummaryJob): boolean => parts.every(({ chunks }) => chunks.length <= 1);

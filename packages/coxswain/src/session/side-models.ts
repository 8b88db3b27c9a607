import type { SideModels } from "../compaction/index.ts";
import type { Log } from "../log/index.ts";
import type { Model, Models } from "../model/index.ts";
import type { ModelSource } from "./model-source.ts";
import type { ModelFallback } from "./recovery/index.ts";
import { branchState } from "../journal/index.ts";

export interface SideModelsParts {
  readonly log: Log;
  readonly models: Pick<ModelSource, "get">;
  /** Finds the small model that belongs to another. */
  readonly catalog: Pick<Models, "smallFor">;
  readonly answering: Pick<ModelFallback, "activeFor">;
}

export const sideModels = ({ log, models, catalog, answering }: SideModelsParts): SideModels => {
  const main = (): Promise<Model> => {
    const { model } = log.view(branchState);
    return models.get(answering.activeFor(model) ?? model);
  };
  return {
    main,
    async small() {
      const { setup, model } = log.view(branchState);
      const instead = answering.activeFor(model);
      const small = (instead === undefined ? setup?.smallModel : undefined) ?? (await catalog.smallFor?.(instead ?? model));
      return small === undefined ? main() : models.get(small);
    },
  };
};

import type { Log } from "../log/index.ts";
import type { Model, Models } from "../model/index.ts";
import type { ModelSource } from "./model-source.ts";
import type { Answering } from "./recovery/index.ts";
import { branchState } from "./state/index.ts";

/** The models that a session asks beside its runs, as for a summary or a title. Each is looked up anew when it is asked for. */
export interface SideModels {
  /**
   * The one that answers.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  main(): Promise<Model>;
  /**
   * The small one: of the setup, unless the run fell back to another model than the session's; else the provider's where it is
   * cheaper and can be asked, else `main`.
   * @throws {UnknownModelError} of the setup's, or of `main`
   * @throws {MissingApiKeyError}
   */
  small(): Promise<Model>;
}

export interface SideModelsParts {
  readonly log: Log;
  readonly models: Pick<ModelSource, "get">;
  /** Which model is the small one beside another. */
  readonly known: Pick<Models, "smallFor">;
  readonly answering: Pick<Answering, "insteadOf">;
}

export const sideModels = ({ log, models, known, answering }: SideModelsParts): SideModels => {
  const main = (): Promise<Model> => {
    const { model } = log.view(branchState);
    return models.get(answering.insteadOf(model) ?? model);
  };
  return {
    main,
    async small() {
      const { setup, model } = log.view(branchState);
      const instead = answering.insteadOf(model);
      const small = (instead === undefined ? setup?.smallModel : undefined) ?? (await known.smallFor?.(instead ?? model));
      return small === undefined ? main() : models.get(small);
    },
  };
};

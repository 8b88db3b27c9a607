import { type Model } from "../model/index.ts";

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

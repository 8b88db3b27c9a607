import type { HelpPage } from "../argv/index.ts";

/** What can be completed: the declarations that the command line is read by and that the help shows. */
export interface Program {
  readonly commands: ReadonlyMap<string, { readonly summary: string; readonly page: HelpPage }>;
  /** What is done without a command. */
  readonly task: { readonly page: HelpPage };
}

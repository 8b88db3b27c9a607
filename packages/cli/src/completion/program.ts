import type { HelpPage } from "../argv/index.ts";

/** The declarations to complete, shared with the parser and the help. */
export interface Program {
  readonly commands: ReadonlyMap<string, { readonly summary: string; readonly page: HelpPage }>;
  /** The default command. */
  readonly task: { readonly page: HelpPage };
}

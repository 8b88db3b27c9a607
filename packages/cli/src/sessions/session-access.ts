import { createRuntime, fixedModels, jsonlStore, type Runtime, type Store } from "coxswain";
import { coxHome } from "coxswain/settings";
import { nodeWorkspace } from "coxswain/tools";
import { sessionsFolder } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";

export interface SessionAccess {
  /** Where they are kept. */
  readonly directory: string;
  readonly store: Store;
  readonly runtime: Runtime;
}

/** Kept sessions to look at and to rename: no model is asked in them and nothing is run, and their folders may be gone. */
export const sessionAccess = ({ env, cwd }: Pick<ProcessContext, "env" | "cwd">): SessionAccess => {
  const directory = sessionsFolder(coxHome(env));
  const store = jsonlStore({ directory });
  const runtime = createRuntime({
    store,
    models: fixedModels(),
    policy: () => undefined,
    mailbox: "never",
    workspace: () => nodeWorkspace({ root: cwd }),
  });
  return { directory, store, runtime };
};

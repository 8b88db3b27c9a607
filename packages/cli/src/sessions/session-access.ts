import { createRuntime, fixedModels, jsonlStore, type Runtime, type Store } from "coxswain";
import { coxHome } from "coxswain/settings";
import { nodeWorkspace } from "coxswain/tools";
import { sessionsFolder } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";

export interface SessionAccess {
  /** The folder of the session files. */
  readonly directory: string;
  readonly store: Store;
  readonly runtime: Runtime;
}

/** Opens saved sessions to read and rename them. It runs no model and no command, and their folders need not exist. */
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

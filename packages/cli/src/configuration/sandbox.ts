import { homedir } from "node:os";
import { protectedAtHome, protectedIn, secretsIn } from "coxswain/policy";
import { type SandboxOptions } from "coxswain/tools";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { secretPlaces } from "./secret-places.ts";

/** Sandbox options of a session in this folder. Protected and hidden paths are listed when the sandbox starts. */
export const sandboxOptions = (configuration: Pick<Configuration, "home" | "settings">, root: string): SandboxOptions => {
  const { home, settings } = configuration;
  const { mode = "auto", network = [], writable = [] } = settings.sandbox ?? {};
  const folder = realPath(root);
  const own = realPath(homedir());
  const data = realPath(home.data);
  return {
    mode,
    network,
    privateHosts: settings.web?.privateHosts ?? [],
    writable: writable.map((path) => realPath(path.replace(/^~(?=\/)/, own))),
    get readOnly() {
      return [...protectedIn(folder), ...protectedAtHome(own)].filter((path) => !REBASE_STATE.test(path));
    },
    // Includes sessions of other projects and keys.
    get hidden() {
      return [...secretsIn(secretPlaces(configuration)), data];
    },
  };
};

/** Matches git's rebase, merge and cherry-pick state, which git must be able to write while it uses it. */
const REBASE_STATE = /\/\.git\/(?:rebase-merge|rebase-apply|sequencer)$/;

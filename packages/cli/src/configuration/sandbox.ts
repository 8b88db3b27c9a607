import { homedir } from "node:os";
import { protectedAtHome, protectedIn, secretsIn } from "coxswain/policy";
import { type SandboxOptions } from "coxswain/tools";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { secretPlaces } from "./secret-places.ts";

/** What confines the commands of a session in this folder. What is protected and hidden is listed when it does: a start has no need of it. */
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
    // Sessions of other projects as well as keys.
    get hidden() {
      return [...secretsIn(secretPlaces(configuration)), data];
    },
  };
};

/** What git keeps while it rebases, merges or picks: it could be read no more if it could not be written. */
const REBASE_STATE = /\/\.git\/(?:rebase-merge|rebase-apply|sequencer)$/;

import { homedir } from "node:os";
import { protectedAtHome, protectedIn, secretsIn } from "coxswain/policy";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { secretPlaces } from "./secret-places.ts";

/** Lists files that a session recognizes through hard links too: files with secrets and files that run code. */
export const guardedFiles = (configuration: Pick<Configuration, "home">, root: string): readonly string[] => [
  ...secretsIn(secretPlaces(configuration)),
  ...protectedIn(realPath(root)),
  ...protectedAtHome(realPath(homedir())),
];

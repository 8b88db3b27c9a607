import { homedir } from "node:os";
import { protectedAtHome, protectedIn, secretsIn } from "coxswain/policy";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { secretPlaces } from "./secret-places.ts";

/** What a session in this folder recognises under other names too, where hard links lead to it: what holds secrets, and what runs code. */
export const guardedFiles = (configuration: Pick<Configuration, "home">, root: string): readonly string[] => [
  ...secretsIn(secretPlaces(configuration)),
  ...protectedIn(realPath(root)),
  ...protectedAtHome(realPath(homedir())),
];

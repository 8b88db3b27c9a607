import type { RuleLists, RulePlaces } from "coxswain/policy";
import type { Settings } from "coxswain/settings";
import { homedir } from "node:os";
import { realPath } from "./real-path.ts";

/** The rules of settings, the names of tools in `allow` among them. */
export const permissionRules = ({ allow = [], permissions = {} }: Settings): RuleLists => ({
  ask: permissions.ask ?? [],
  deny: permissions.deny ?? [],
  allow: [...allow, ...(permissions.allow ?? [])],
});

/** Where the paths of rules begin for a session in this folder. */
export const rulePlaces = (cwd: string): RulePlaces => ({ home: realPath(homedir()), folder: realPath(cwd) });

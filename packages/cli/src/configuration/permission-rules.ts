import type { RuleLists, RulePlaces } from "coxswain/policy";
import type { Settings } from "coxswain/settings";
import { homedir } from "node:os";
import { realPath } from "./real-path.ts";

/** Permission rules of the settings, including the tool names in `allow`. */
export const permissionRules = ({ allow = [], permissions = {} }: Settings): RuleLists => ({
  ask: permissions.ask ?? [],
  deny: permissions.deny ?? [],
  allow: [...allow, ...(permissions.allow ?? [])],
});

/** The folders that paths in rules are relative to. */
export const rulePlaces = (cwd: string): RulePlaces => ({ home: realPath(homedir()), folder: realPath(cwd) });

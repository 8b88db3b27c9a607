import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import type { CoxHome } from "coxswain/settings";
import { credentialsPath } from "../configuration/index.ts";
import { type Finding, good, wrong } from "./finding.ts";

/** Where things are kept, and whether others can read what is private. */
export const folderFindings = (home: CoxHome): readonly Finding[] => [
  folder("settings", home.config),
  folder("data", home.data),
  folder("cache", home.cache),
  ...keys(credentialsPath(home)),
];

const folder = (about: string, path: string): Finding => {
  const there = nearestThere(path);
  if (!there.isFolder) return wrong(about, `${there.path} is not a folder: move it away`);
  try {
    accessSync(there.path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(about, `${there.path} cannot be written: change its owner or mode, or set COX_HOME`);
  }
  return good(about, `${path} (${there.path === path ? `mode ${mode(there.mode)}` : "made when it is needed"})`);
};

/** What stands at a path, or the nearest above it, in which it would be made. */
const nearestThere = (path: string): { readonly path: string; readonly mode: number; readonly isFolder: boolean } => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return nearestThere(dirname(path));
  return { path, mode: stats.mode, isFolder: stats.isDirectory() };
};

const keys = (path: string): readonly Finding[] => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const open = process.platform !== "win32" && (stats.mode & 0o077) !== 0;
  return [
    open
      ? wrong("keys", `${path} can be read by others (mode ${mode(stats.mode)}): chmod 600 it`)
      : good("keys", `${path} (mode ${mode(stats.mode)})`),
  ];
};

const mode = (bits: number): string => (bits & 0o777).toString(8).padStart(4, "0");

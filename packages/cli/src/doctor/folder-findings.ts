import { accessSync, constants, statSync } from "node:fs";
import type { CoxHome } from "coxswain";
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
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return good(about, `${path} (made when it is needed)`);
  if (!stats.isDirectory()) return wrong(about, `${path} is not a folder: move it away`);
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(about, `${path} cannot be written: change its owner or mode, or set COX_HOME`);
  }
  return good(about, `${path} (mode ${mode(stats.mode)})`);
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

import { accessSync, constants, statSync, existsSync } from "node:fs";
import { dirname } from "node:path";
import type { CoxHome } from "coxswain/settings";
import { findRipgrep, findShell } from "coxswain/tools";
import { type ProcessContext, version } from "../process/index.ts";
import { credentialsPath } from "../configuration/index.ts";
import { type Finding, ok, missing, broken } from "./finding.ts";

/** Versions of cox and Node.js, and the programs that tools start. */
export const programFindings = async (env: ProcessContext["env"]): Promise<readonly Finding[]> => {
  const path = env["PATH"] ?? "";
  const ripgrep = await findRipgrep(path);
  return [
    ok("cox", version()),
    ok("Node.js", `${process.versions.node} on ${process.platform} ${process.arch}`),
    ripgrep === undefined ? missing("ripgrep", "not found: grep and glob work, but are slower") : ok("ripgrep", ripgrep),
    ok("shell", await findShell(path)),
  ];
};

/** Checks the folders, and that other users cannot read the credentials file. */
export const folderFindings = (home: CoxHome): readonly Finding[] => [
  folder("settings", home.config),
  folder("data", home.data),
  folder("cache", home.cache),
  ...keys(credentialsPath(home)),
];

const folder = (about: string, path: string): Finding => {
  const existing = nearestExisting(path);
  if (!existing.isFolder) return broken(about, `${existing.path} is not a folder: move or remove it`);
  try {
    accessSync(existing.path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return broken(about, `${existing.path} is not writable: change its owner or mode, or set COX_HOME`);
  }
  return ok(about, `${path} (${existing.path === path ? `mode ${mode(existing.mode)}` : "created when needed"})`);
};

/** The path itself, or its nearest existing ancestor, in which it would be created. */
const nearestExisting = (path: string): { readonly path: string; readonly mode: number; readonly isFolder: boolean } => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return nearestExisting(dirname(path));
  return { path, mode: stats.mode, isFolder: stats.isDirectory() };
};

const keys = (path: string): readonly Finding[] => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const open = process.platform !== "win32" && (stats.mode & 0o077) !== 0;
  return [
    open
      ? broken("keys", `${path} is readable by other users (mode ${mode(stats.mode)}): run chmod 600 on it`)
      : ok("keys", `${path} (mode ${mode(stats.mode)})`),
  ];
};

const mode = (bits: number): string => (bits & 0o777).toString(8).padStart(4, "0");

const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

/** Checks the proxy and the certificates. */
export const networkFindings = (env: ProcessContext["env"]): readonly Finding[] => {
  const proxies = PROXIES.flatMap((name) => [name, name.toLowerCase()]).flatMap((name) => {
    const value = env[name];
    return value ? [ok("proxy", `${name}=${withoutPassword(value)}`)] : [];
  });
  const authorities = env["NODE_EXTRA_CA_CERTS"];
  return [...(proxies.length === 0 ? [ok("proxy", "none")] : proxies), ...(authorities ? [authority(authorities)] : [])];
};

const authority = (path: string): Finding =>
  existsSync(path) ? ok("certificates", path) : broken("certificates", `NODE_EXTRA_CA_CERTS names ${path}, which does not exist`);

const withoutPassword = (proxy: string): string => proxy.replaceAll(/\/\/[^/@\s]*@/g, "//…@");

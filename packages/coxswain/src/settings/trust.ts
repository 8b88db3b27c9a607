import { realpathSync } from "node:fs";
import { SettingsError } from "./errors.ts";
import { readPrivateJson, writePrivateJson } from "./private-json.ts";

/**
 * The projects whose configuration the user allows Coxswain to read and run. Trust applies to one folder by the exact
 * real path from `projectRoot`. It does not apply to projects inside it, or to a link that replaces it.
 *
 * Every method throws a SettingsError when the file of trusted folders is unusable; the file is then never replaced.
 */
export interface TrustStore {
  /** Returns the sorted real paths of all trusted folders; some may no longer exist. */
  folders(): readonly string[];
  /** Returns false for a missing folder too. */
  isTrusted(folder: string): boolean;
  trust(folder: string): void;
  /** Returns false if the folder was not trusted. Also accepts the trusted path of a folder that no longer exists. */
  distrust(folder: string): boolean;
}

/** @param path the file, for example `trust.json` in the data folder; the first trusted folder creates it */
export const trustStore = (path: string): TrustStore => {
  const read = (): readonly string[] => {
    const value = readPrivateJson(path);
    if (value === undefined) return [];
    if (isTrustFile(value)) return value.folders;
    throw new SettingsError(`${path} does not contain a list of trusted folders. Fix it, or delete it and trust the folders again.`);
  };
  const write = (folders: readonly string[]): void => writePrivateJson(path, { folders });

  return {
    folders: read,
    isTrusted(folder) {
      const real = realPath(folder);
      return real !== undefined && read().includes(real);
    },
    trust(folder) {
      const real = realPath(folder);
      if (real === undefined) throw new SettingsError(`${folder} does not exist, so it cannot be trusted.`);
      const folders = read();
      if (!folders.includes(real)) write([...folders, real].toSorted());
    },
    distrust(folder) {
      const folders = read();
      const remaining = folders.filter((trusted) => trusted !== folder && trusted !== realPath(folder));
      if (remaining.length < folders.length) write(remaining);
      return remaining.length < folders.length;
    },
  };
};

const realPath = (folder: string): string | undefined => {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
};

const isTrustFile = (value: unknown): value is { readonly folders: readonly string[] } =>
  typeof value === "object" &&
  value !== null &&
  "folders" in value &&
  Array.isArray(value.folders) &&
  value.folders.every((folder) => typeof folder === "string");

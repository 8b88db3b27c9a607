import { realpathSync } from "node:fs";
import { SettingsError } from "./errors.ts";
import { readPrivateJson, writePrivateJson } from "./private-json.ts";

/**
 * The projects whose configuration a person lets Coxswain read and run. Trust is of one folder by its exact real path,
 * as `projectRoot` finds it: not of projects inside it, and not of what is put in its place under a link.
 *
 * Every method throws a SettingsError when the file of trusted folders cannot be used; it is never replaced then.
 */
export interface TrustStore {
  /** The real paths of all that is trusted, in order; some may be gone. */
  folders(): readonly string[];
  /** False too for a folder that is not there. */
  isTrusted(folder: string): boolean;
  trust(folder: string): void;
  /** False when it was not trusted. Takes the path as it was trusted, too, for a folder that is gone. */
  distrust(folder: string): boolean;
}

/** @param path the file, as `trust.json` in the data folder; it is made when the first folder is trusted. */
export const trustStore = (path: string): TrustStore => {
  const read = (): readonly string[] => {
    const value = readPrivateJson(path);
    if (value === undefined) return [];
    if (isTrustFile(value)) return value.folders;
    throw new SettingsError(`${path} holds no list of trusted folders: mend it, or remove it and trust them again.`);
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
      if (real === undefined) throw new SettingsError(`${folder} is not there, so it cannot be trusted.`);
      const folders = read();
      if (!folders.includes(real)) write([...folders, real].toSorted());
    },
    distrust(folder) {
      const folders = read();
      const kept = folders.filter((trusted) => trusted !== folder && trusted !== realPath(folder));
      if (kept.length < folders.length) write(kept);
      return kept.length < folders.length;
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

import { homedir as systemHomedir } from "node:os";
import { posix, win32 } from "node:path";
import { SettingsError } from "./errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folders for the user's own data. Absolute; they may not exist yet. */
export interface CoxHome {
  /** Files that the user writes: `settings.json`. */
  readonly config: string;
  /** Files that Coxswain writes and cannot recreate: sessions, trusted folders, keys. */
  readonly data: string;
  /** Files that may be deleted at any time. */
  readonly cache: string;
}

/**
 * Resolves the folders. `COX_HOME` contains all three if it is set. Otherwise the XDG base directory specification
 * (0.8) defines each, or on Windows without those variables, the application data folders. As the specification
 * requires, an XDG variable with a relative path is ignored.
 * @throws {SettingsError} when COX_HOME is not an absolute path, or the user has no home.
 */
export const coxHome = (
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
  homedir: () => string = systemHomedir,
): CoxHome => {
  const windows = platform === "win32";
  const paths = windows ? win32 : posix;
  const absolute = (path: string | undefined): string | undefined => (path !== undefined && paths.isAbsolute(path) ? path : undefined);

  const own = env["COX_HOME"];
  if (own !== undefined && own !== "") {
    if (!paths.isAbsolute(own)) throw new SettingsError(`COX_HOME must be an absolute path, not ${JSON.stringify(own)}.`);
    return { config: own, data: paths.join(own, "data"), cache: paths.join(own, "cache") };
  }

  const home = (): string => {
    const found = absolute(env[windows ? "USERPROFILE" : "HOME"]) ?? absolute(attempt(homedir));
    if (found === undefined) throw new SettingsError("No home folder. Set HOME, or set COX_HOME to a folder for Coxswain's files.");
    return found;
  };
  const place = (xdg: string, fallback: () => string): string => paths.join(absolute(env[xdg]) ?? fallback(), "coxswain");

  if (windows) {
    const local = (): string => absolute(env["LOCALAPPDATA"]) ?? paths.join(home(), "AppData", "Local");
    return {
      config: place("XDG_CONFIG_HOME", () => absolute(env["APPDATA"]) ?? paths.join(home(), "AppData", "Roaming")),
      data: place("XDG_DATA_HOME", local),
      cache: paths.join(place("XDG_CACHE_HOME", local), "cache"),
    };
  }
  return {
    config: place("XDG_CONFIG_HOME", () => paths.join(home(), ".config")),
    data: place("XDG_DATA_HOME", () => paths.join(home(), ".local", "share")),
    cache: place("XDG_CACHE_HOME", () => paths.join(home(), ".cache")),
  };
};

/** Node throws if the system has no home for the user. */
const attempt = (homedir: () => string): string | undefined => {
  try {
    return homedir();
  } catch {
    return undefined;
  }
};

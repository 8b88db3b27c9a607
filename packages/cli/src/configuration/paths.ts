import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type SecretLocations } from "coxswain/policy";
import type { CoxHome } from "coxswain/settings";

/** Resolves symbolic links. Returns the path unchanged if it does not exist. */
export const realPath = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
};

/** Returns the paths of the user's secrets, including the credentials file, links resolved. */
export const secretPlaces = ({ home }: { readonly home: CoxHome }): SecretLocations => ({
  home: realPath(homedir()),
  also: [credentialsPath({ ...home, data: realPath(home.data) })],
});

/** The folder for agents' worktrees, outside any repository. */
export const worktreesFolder = ({ home }: { readonly home: CoxHome }): string => join(home.data, "worktrees");

export const credentialsPath = (home: CoxHome): string => join(home.data, "credentials.json");
export const trustPath = (home: CoxHome): string => join(home.data, "trust.json");

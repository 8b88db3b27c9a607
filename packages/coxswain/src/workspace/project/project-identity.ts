import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { remoteUrls } from "./git-config.ts";
import { remoteName } from "./remote-name.ts";
import { findRepository, type Repository, readSmallFile } from "./repository.ts";

const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_LOG_LINE_BYTES = 4096;

/**
 * Returns a name of a folder's project that does not depend on its location: the repository's remote `origin` (or first
 * remote), otherwise its first commit if that is cheap to determine, and the folder's path in the repository. Example:
 * `github.com/ann/boat`, or `github.com/ann/boat//packages/hull` for a subfolder. Undefined if there is no repository.
 *
 * Reads a few small files in well under a millisecond, and runs nothing. The repository controls the name: it serves to
 * find sessions, not to establish trust.
 */
export const projectIdentity = (folder: string): string | undefined => {
  try {
    const real = realpathSync.native(folder);
    const repository = findRepository(real);
    if (repository === undefined) return undefined;
    const name = remoteOf(repository) ?? firstCommitOf(repository);
    const path = relative(repository.root, real).split(sep).join("/");
    return name === undefined || path === "" ? name : `${name}//${path}`;
  } catch {
    return undefined; // missing or unreadable folders have none
  }
};

const remoteOf = ({ commonFolder }: Repository): string | undefined => {
  const urls = remoteUrls(readSmallFile(join(commonFolder, "config"), MAX_CONFIG_BYTES) ?? "");
  const origin = urls.get("origin");
  return [...(origin === undefined ? [] : [origin]), ...urls.values()].map(remoteName).find((name) => name !== undefined);
};

/**
 * In a repository created on this machine the log of HEAD starts with the first commit, unless the log was truncated or
 * disabled.
 */
const firstCommitOf = ({ commonFolder }: Repository): string | undefined => {
  const log = readSmallFile(join(commonFolder, "logs", "HEAD"), MAX_LOG_LINE_BYTES) ?? "";
  const commit = /^0+ ([0-9a-f]{40,64}) [^\n]*\tcommit \(initial\)/.exec(log)?.[1];
  return commit === undefined ? undefined : `commit:${commit}`;
};

import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { remoteUrls } from "./git-config.ts";
import { remoteName } from "./remote-name.ts";
import { findRepository, type Repository } from "./repository.ts";
import { readSmallFile } from "./small-file.ts";

const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_LOG_LINE_BYTES = 4096;

/**
 * What a folder's project is called wherever it lies on a disk: its repository, by the remote `origin` (or the first
 * one), else by its first commit where that can be told cheaply, and the folder's path in it. As `github.com/ann/boat`,
 * or `github.com/ann/boat//packages/hull` for a folder in it. Undefined when there is none.
 *
 * A few small files are read, in well under a millisecond, and nothing is run. It is what the repository says of itself:
 * good enough to find sessions again, and no ground for trust.
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
    return undefined; // a folder that is gone or closed to us has none
  }
};

const remoteOf = ({ commonFolder }: Repository): string | undefined => {
  const urls = remoteUrls(readSmallFile(join(commonFolder, "config"), MAX_CONFIG_BYTES) ?? "");
  const origin = urls.get("origin");
  return [...(origin === undefined ? [] : [origin]), ...urls.values()].map(remoteName).find((name) => name !== undefined);
};

/** The log of HEAD begins with it in a repository that was made here, unless the log was cut or is not kept. */
const firstCommitOf = ({ commonFolder }: Repository): string | undefined => {
  const log = readSmallFile(join(commonFolder, "logs", "HEAD"), MAX_LOG_LINE_BYTES) ?? "";
  const commit = /^0+ ([0-9a-f]{40,64}) [^\n]*\tcommit \(initial\)/.exec(log)?.[1];
  return commit === undefined ? undefined : `commit:${commit}`;
};

import { join } from "node:path";
import type { GitReader } from "../git/index.ts";
import { readSmallFile, type Repository } from "../project/index.ts";

interface ConversionSources {
  readonly git: GitReader;
  /** In the repository. */
  readonly folder: string;
  readonly repository: Repository;
  /** Tracked files with attributes, relative to the top of the working tree. */
  readonly files: readonly string[];
}

/** Attributes that change a file's bytes between the working tree and git (gitattributes(5)). */
const CONVERTING = /\b(?:text|eol|crlf|ident|filter|working-tree-encoding)\b/;
/** Settings that do so without attributes, or that name files of attributes. */
const SETTINGS = "^core\\.(autocrlf|attributesfile)$";
const MAX_BYTES = 1024 * 1024;

/**
 * Returns whether git may convert files of a repository between its objects and the working tree. Untracked files of attributes
 * apply as well, but git converted a tracked file only if they existed then.
 */
export const isConverting = async ({ git, folder, repository, files }: ConversionSources): Promise<boolean> => {
  const paths = [
    join(repository.commonFolder, "info", "attributes"),
    ...[".gitattributes", ...files].map((file) => join(repository.root, file)),
  ];
  if (paths.some((path) => CONVERTING.test(readSmallFile(path, MAX_BYTES) ?? ""))) return true;
  // Exit code 1: no such settings.
  const settings = await git(folder, ["config", "-z", "--get-regexp", SETTINGS]).catch(() => Buffer.alloc(0));
  return settings
    .toString()
    .split("\0")
    .some((setting) => setting !== "" && !/\n(?:false|no|off|0)$/i.test(setting));
};

import { homedir } from "node:os";
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

/** Files of attributes that git reads in every repository, unless a setting names another. */
const userAttributes = (): readonly string[] => [
  join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "git", "attributes"),
  "/etc/gitattributes",
];

/**
 * Returns whether git may convert files of a repository between its objects and the working tree. Untracked files of attributes
 * apply as well, but git converted a tracked file only if they existed then.
 */
export const isConverting = async ({ git, folder, repository, files }: ConversionSources): Promise<boolean> => {
  const tracked = files.map((file) => readSmallFile(join(repository.root, file), MAX_BYTES));
  // Git reads files of attributes that are missing, such as in a sparse checkout, from its index.
  if (tracked.includes(undefined)) return true;
  const others = [join(repository.commonFolder, "info", "attributes"), join(repository.root, ".gitattributes"), ...userAttributes()];
  const texts = [...tracked, ...others.map((path) => readSmallFile(path, MAX_BYTES))];
  if (texts.some((text) => CONVERTING.test(text ?? ""))) return true;
  // Exit code 1: no such settings.
  const settings = await git(folder, ["config", "-z", "--get-regexp", SETTINGS]).catch(() => Buffer.alloc(0));
  return settings
    .toString()
    .split("\0")
    .some((setting) => setting !== "" && !/\n(?:false|no|off|0)$/i.test(setting));
};

import { chmod, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isWithin } from "../mounts.ts";
import type { FoundPaths } from "../search-folder.ts";
import type { RunHelper } from "./run-helper.ts";

export interface CommittedFilesOptions {
  /** Folder in which to look for the repository. */
  readonly folder: string;
  readonly found: FoundPaths;
  readonly git: string;
  /** Runs a program confined to that folder, since git may run programs that the repository configures. */
  readonly within: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunHelper;
  /** Folder for the files, writable only by this process. */
  readonly into: string;
}

const TIMEOUT = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Returns files with the committed content of secret files that a repository contains. Anyone who can read the
 * repository can read that content, and git then sees these files as unchanged; with any other content `git add` would
 * fail.
 */
export const committedFiles = async (order: CommittedFilesOptions): Promise<ReadonlyMap<string, string>> => {
  const { folder, found, into } = order;
  const nested = found.repositories.map((path) => dirname(path));
  const secrets = found.secrets.filter((path) => !nested.some((other) => isWithin(other, path)));
  if (secrets.length === 0) return new Map();
  const listed = await output(order, ["ls-files", "--stage", "-z", "--", ...secrets.map((path) => `:(literal)${relative(folder, path)}`)]);
  const entries = listed.toString().split("\0").flatMap(entryOf);
  const texts = blobs(await output(order, ["cat-file", "--batch"], entries.map(({ blob }) => `${blob}\n`).join("")));
  const files = entries.flatMap(({ path, blob, mode }) => {
    const text = texts.get(blob);
    return text === undefined ? [] : [{ at: join(folder, path), file: join(into, `${blob}-${mode}`), text, mode }];
  });
  await Promise.all(files.map(({ file, text, mode }) => writeOnce(file, text, mode)));
  return new Map(files.map(({ at, file }) => [at, file]));
};

/** An existing file has the same content, since it is named after its content. Commands may have it mounted. */
const writeOnce = async (file: string, text: Uint8Array, mode: string): Promise<void> => {
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await chmod(file, Number.parseInt(mode, 8) & 0o777);
};

/** A regular file at merge stage 0. */
const entryOf = (line: string) => {
  const [, mode, blob, path] = /^100(\d{3}) ([\da-f]+) 0\t(.+)$/s.exec(line) ?? [];
  return mode === undefined || blob === undefined || path === undefined ? [] : [{ mode, blob, path }];
};

/** Parses the output of `cat-file --batch`: a line with name, kind and size, the content, a line end. */
const blobs = (bytes: Buffer): ReadonlyMap<string, Uint8Array> => {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const [, name, size] = /^([\da-f]+) blob (\d+)$/.exec(bytes.toString("latin1", at, end)) ?? [];
    if (end === -1 || name === undefined) break;
    at = end + 1 + Number(size) + 1;
    found.set(name, bytes.subarray(end + 1, at - 1));
  }
  return found;
};

/** Returns no output if git fails: then there is nothing to show. */
const output = async ({ within, git, env, run }: CommittedFilesOptions, args: readonly string[], input = ""): Promise<Buffer> => {
  const program = [...within, git, "-c", "core.fsmonitor=false", ...args];
  const { error, output: written } = await run(program, { env, input, timeout: TIMEOUT, maxBuffer: MOST_BYTES });
  return error === null ? written : Buffer.alloc(0);
};

import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isWithin } from "../mounts.ts";
import type { FoundPlaces } from "../search-folder.ts";

export interface CommittedOrder {
  /** Where the repository is looked for. */
  readonly folder: string;
  readonly found: FoundPlaces;
  readonly git: string;
  /** What runs a program confined, in that folder: git may run what the repository says. */
  readonly within: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the files are put, which nobody else may write in. */
  readonly into: string;
}

const TIMEOUT = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Of files that hold secrets and that a repository holds all the same: files with what it holds. Whoever may read the repository may read that, and
 * git takes what is shown so for unchanged; at the sight of anything else it adds nothing any more.
 */
export const committedFiles = async (order: CommittedOrder): Promise<ReadonlyMap<string, string>> => {
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

/** A file that is there has the same text: it is named by it. Commands may have it mounted. */
const writeOnce = async (file: string, text: Uint8Array, mode: string): Promise<void> => {
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await chmod(file, Number.parseInt(mode, 8) & 0o777);
};

/** An ordinary file, and not one of those that a merge has left. */
const entryOf = (line: string) => {
  const [, mode, blob, path] = /^100(\d{3}) ([\da-f]+) 0\t(.+)$/s.exec(line) ?? [];
  return mode === undefined || blob === undefined || path === undefined ? [] : [{ mode, blob, path }];
};

/** As `cat-file --batch` writes them: a line with name, kind and size, the text, a line's end. */
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

/** Nothing where git fails: then there is nothing to show. */
const output = ({ within, git, env }: CommittedOrder, args: readonly string[], input = ""): Promise<Buffer> =>
  new Promise((resolve) => {
    const [program = "", ...rest] = [...within, git, "-c", "core.fsmonitor=false", ...args];
    const child = execFile(program, rest, { env, timeout: TIMEOUT, maxBuffer: MOST_BYTES, encoding: "buffer" }, (error, written) =>
      resolve(error === null ? written : Buffer.alloc(0)),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });

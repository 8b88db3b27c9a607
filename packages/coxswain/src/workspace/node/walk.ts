import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Ignore } from "ignore";
import type { FoundFile } from "../search.ts";

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * The files below a folder that no `.gitignore` or `.ignore` in it leaves out, without `.git`: what ripgrep lists,
 * where there is none. Links are not followed.
 */
export async function* walk(folder: string, signal?: AbortSignal, above: readonly IgnoreFile[] = []): AsyncIterable<FoundFile> {
  signal?.throwIfAborted();
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error);
  if (entries instanceof Error) return yield { kind: "unreadable", reason: entries.message };
  const ignoring = [
    ...above,
    ...(await ignoreFiles(
      folder,
      entries.map(({ name }) => name),
    )),
  ];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name === ".git" || isIgnored(path, entry.isDirectory(), ignoring)) continue;
    if (entry.isDirectory()) yield* walk(path, signal, ignoring);
    else if (entry.isFile()) yield { kind: "file", path };
  }
}

const ignoreFiles = async (folder: string, names: readonly string[]): Promise<readonly IgnoreFile[]> => {
  const { default: ignore } = await import("ignore");
  const present = [".gitignore", ".ignore"].filter((name) => names.includes(name));
  const contents = await Promise.all(present.map((name) => readFile(join(folder, name), "utf8").catch(() => "")));
  return contents.map((text) => ({ folder, rules: ignore().add(text) }));
};

/** The nearest file that has something to say decides. */
const isIgnored = (path: string, isFolder: boolean, ignoring: readonly IgnoreFile[]): boolean => {
  for (const { folder, rules } of ignoring.toReversed()) {
    const { ignored, unignored } = rules.test(relative(folder, path) + (isFolder ? "/" : ""));
    if (ignored || unignored) return ignored;
  }
  return false;
};

import { lstat, readdir, readFile } from "node:fs/promises";
import { dirname, relative, join } from "node:path";
import { SearchError } from "../errors.ts";
import type { At, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { readWhole } from "./read-file.ts";
import type { IsExcluded } from "./match-verifier.ts";
import type { Ignore } from "ignore";

const MAX_FILE = 10 * 1024 * 1024;

/** Searches with JavaScript regular expressions, on machines without ripgrep. Skips binary and very large files. */
export async function* searchFiles(query: At<TextQuery>, isExcluded: IsExcluded = async () => false): AsyncIterable<FoundLine> {
  const expression = compile(query);
  const matches = query.glob === undefined ? () => true : await globMatcher(query.glob);
  const isFolder = (await lstat(query.path)).isDirectory();
  const folder = isFolder ? query.path : dirname(query.path);
  const one: FoundFile[] = [{ kind: "file", path: query.path }];
  const files = isFolder ? walk(query.path, query.signal) : one;
  for await (const file of files) {
    query.signal?.throwIfAborted();
    if (file.kind !== "file") yield file;
    else if (matches(relative(folder, file.path))) yield* searchFile(file.path, expression, { ...query, isExcluded });
  }
}

const compile = ({ pattern, literal, ignoreCase }: At<TextQuery>): RegExp => {
  const source = literal ? pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&") : pattern;
  try {
    return new RegExp(source, ignoreCase ? "iu" : "u");
  } catch (error) {
    throw new SearchError("pattern", (error as Error).message, error);
  }
};

async function* searchFile(
  path: string,
  expression: RegExp,
  { context = 0, maxPerFile = Infinity, isExcluded }: At<TextQuery> & { readonly isExcluded: IsExcluded },
): AsyncIterable<FoundLine> {
  try {
    const text = textOf(await readWhole(path, { maxBytes: MAX_FILE, isOther: (found) => isExcluded(path, found) }));
    if (text.includes("\0")) return;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    const hits = lines.flatMap((line, at) => (expression.test(line) ? [at] : [])).slice(0, maxPerFile);
    const matching = new Set(hits);
    const shown = new Set(hits.flatMap((hit) => Array.from({ length: 2 * context + 1 }, (_, at) => hit - context + at)));
    for (const at of [...shown].toSorted((one, other) => one - other)) {
      const line = lines[at];
      if (line !== undefined) yield { kind: matching.has(at) ? "match" : "context", path, line: at + 1, text: line };
    }
  } catch (error) {
    yield { kind: "unreadable", reason: (error as Error).message };
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Yields the files below a folder as ripgrep lists them, on machines without it: omits `.git` and files that a
 * `.gitignore` or `.ignore` in the folder ignores. Does not follow links.
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

/** The nearest ignore file with a matching rule decides. */
const isIgnored = (path: string, isFolder: boolean, ignoring: readonly IgnoreFile[]): boolean => {
  for (const { folder, rules } of ignoring.toReversed()) {
    const { ignored, unignored } = rules.test(relative(folder, path) + (isFolder ? "/" : ""));
    if (ignored || unignored) return ignored;
  }
  return false;
};

/** Returns a matcher for paths with `/` as separator. A glob without a slash matches the name at any depth. */
export const globMatcher = async (glob: string): Promise<(path: string) => boolean> => {
  if (glob === "") throw new SearchError("glob", "the glob is empty");
  const { default: picomatch } = await import("picomatch");
  const pattern = glob.replace(/^\.\//, "");
  try {
    const matches = picomatch(pattern, { dot: true, strictBrackets: true, basename: !pattern.includes("/") });
    return (path) => matches(path);
  } catch (error) {
    throw new SearchError("glob", `error parsing glob "${glob}": ${(error as Error).message}`, error);
  }
};

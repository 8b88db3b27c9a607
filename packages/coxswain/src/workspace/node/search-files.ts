import { lstat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { SearchError } from "../errors.ts";
import type { At, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { readWhole } from "./files.ts";
import { globMatcher } from "./glob-matcher.ts";
import type { LeftOut } from "./searched-files.ts";
import { walk } from "./walk.ts";

const MAX_FILE = 10 * 1024 * 1024;

/** Searches with JavaScript regular expressions, on machines without ripgrep. Skips binary and very large files. */
export async function* searchFiles(query: At<TextQuery>, isLeftOut: LeftOut = async () => false): AsyncIterable<FoundLine> {
  const expression = compile(query);
  const matches = query.glob === undefined ? () => true : await globMatcher(query.glob);
  const isFolder = (await lstat(query.path)).isDirectory();
  const folder = isFolder ? query.path : dirname(query.path);
  const one: FoundFile[] = [{ kind: "file", path: query.path }];
  const files = isFolder ? walk(query.path, query.signal) : one;
  for await (const file of files) {
    query.signal?.throwIfAborted();
    if (file.kind !== "file") yield file;
    else if (matches(relative(folder, file.path))) yield* searchFile(file.path, expression, { ...query, isLeftOut });
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
  { context = 0, maxPerFile = Infinity, isLeftOut }: At<TextQuery> & { readonly isLeftOut: LeftOut },
): AsyncIterable<FoundLine> {
  try {
    const text = textOf(await readWhole(path, { maxBytes: MAX_FILE, isOther: (found) => isLeftOut(path, found) }));
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

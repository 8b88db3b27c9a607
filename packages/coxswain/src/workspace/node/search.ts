import { stat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Readable } from "node:stream";
import type { FileQuery, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { asFileError, fileError } from "./file-error.ts";
import { globMatcher } from "./glob-matcher.ts";
import { pieces } from "./pieces.ts";
import { findRipgrep } from "./find-ripgrep.ts";
import { runRipgrep } from "./ripgrep.ts";
import { walk } from "./walk.ts";
import { searchFiles } from "./search-files.ts";

type Environment = Readonly<Record<string, string>>;

/** One line's event can be as long as a minified file. */
const MAX_EVENT = 4 * 1024 * 1024;
const MAX_PATH = 64 * 1024;

/** `query.path` is real. Of a file that is left out it is told that it would have been shown. */
export async function* searchText(
  query: TextQuery,
  env: Environment,
  leftOut: (path: string) => boolean = () => false,
): AsyncIterable<FoundLine> {
  const told = new Set<string>();
  for await (const found of matchingLines(query, env)) {
    if (found.kind === "unreadable" || !leftOut(found.path)) yield found;
    else if (!told.has(found.path)) {
      told.add(found.path);
      yield { kind: "unreadable", reason: `${found.path} is left out of searches` };
    }
  }
}

async function* matchingLines(query: TextQuery, env: Environment): AsyncIterable<FoundLine> {
  const folder = (await kindOf(query.path)) === "folder" ? query.path : dirname(query.path);
  const matches = query.glob === undefined ? () => true : await globMatcher(query.glob);
  const program = await findRipgrep(env.PATH ?? "");
  if (program === undefined) return yield* searchFiles(query);
  const options = [
    "--json",
    ...(query.literal ? ["--fixed-strings"] : []),
    ...(query.ignoreCase ? ["--ignore-case"] : []),
    ...(query.glob === undefined ? [] : nameFilter(query.glob)),
    ...(query.context === undefined ? [] : [`--context=${query.context}`]),
    ...(query.maxPerFile === undefined ? [] : [`--max-count=${query.maxPerFile}`]),
  ];
  const run = { program, arguments: [...options, "-e", query.pattern, "--", query.path], cwd: folder, env, ...signalOf(query) };
  for await (const found of runRipgrep(run, readLines)) {
    if (found.kind === "unreadable" || matches(relative(folder, found.path))) yield found;
  }
}

/**
 * Spares ripgrep the files that the glob cannot mean. Not by `--glob`, which would bring back ignored files, but by a
 * type of file, which is about names: what the glob says of folders is judged afterwards.
 */
const nameFilter = (glob: string): readonly string[] => {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const isPlain = !glob.startsWith("!") && !name.includes("**") && !/[{([][^})\]]*\//.test(glob);
  return isPlain ? [`--type-add=wanted:${name}`, "--type=wanted"] : [];
};

/** `query.path` is real. @throws {FileError} `not_folder`, `not_found` */
export async function* findFiles(query: FileQuery, env: Environment): AsyncIterable<FoundFile> {
  if ((await kindOf(query.path)) !== "folder") throw fileError("not_folder", query.path);
  const matches = await globMatcher(query.glob);
  const program = await findRipgrep(env.PATH ?? "");
  const found =
    program === undefined
      ? walk(query.path, query.signal)
      : runRipgrep({ program, arguments: ["--files", "--null", "--", query.path], cwd: query.path, env, ...signalOf(query) }, readPaths);
  for await (const file of found) {
    if (file.kind !== "file" || matches(relative(query.path, file.path))) yield file;
  }
}

const signalOf = ({ signal }: { readonly signal?: AbortSignal }) => (signal === undefined ? {} : { signal });

/** @throws {FileError} also for what is neither: nobody may ever write to a fifo, and a device may have no end. */
const kindOf = async (path: string): Promise<"file" | "folder"> => {
  const found = await stat(path).catch((error: unknown) => Promise.reject(asFileError(error, path)));
  if (found.isDirectory()) return "folder";
  if (found.isFile()) return "file";
  throw fileError("not_regular", path);
};

async function* readPaths(output: Readable): AsyncIterable<FoundFile> {
  for await (const path of pieces(output, { separator: 0, maxBytes: MAX_PATH })) yield { kind: "file", path };
}

/** ripgrep's JSON: text that is no UTF-8 comes as base64. */
interface Text {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepEvent {
  readonly type: string;
  readonly data: { readonly path?: Text; readonly lines?: Text; readonly line_number?: number | null };
}

async function* readLines(output: Readable): AsyncIterable<FoundLine> {
  let tooLong = 0;
  for await (const line of pieces(output, { maxBytes: MAX_EVENT, onTooLong: () => tooLong++ })) {
    const { type, data } = JSON.parse(line) as RipgrepEvent;
    if (type !== "match" && type !== "context") continue;
    const first = data.line_number ?? 1;
    const texts = textOf(data.lines)
      .replace(/\r?\n$/, "")
      .split("\n");
    for (const [at, text] of texts.entries()) yield { kind: type, path: textOf(data.path), line: first + at, text };
  }
  if (tooLong > 0) yield { kind: "unreadable", reason: `${tooLong} matching lines are too long to be shown` };
}

const textOf = (text: Text | undefined): string => text?.text ?? Buffer.from(text?.bytes ?? "", "base64").toString("utf8");

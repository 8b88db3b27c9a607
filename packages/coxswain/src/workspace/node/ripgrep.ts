import { join } from "node:path";
import type { Readable } from "node:stream";
import type { At, FileQuery, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { asFileError } from "./file-error.ts";
import { splitStream } from "./split-stream.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { openFile } from "./open-file.ts";
import { excludedFile, type IsExcluded } from "./match-verifier.ts";
import { type ChildProcessByStdio, spawn, type StdioOptions } from "node:child_process";
import { SearchError } from "../errors.ts";

/**
 * Ignores the user's configuration and preprocessors. Searches hidden files, but not `.git`. Respects ignore files
 * outside of repositories too.
 */
const COMMON = [
  "--no-config",
  "--no-pre",
  "--no-search-zip",
  "--no-follow",
  "--hidden",
  "--no-require-git",
  "--glob=!.git",
  "--color=never",
];

interface RipgrepRun {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Descriptor of the file for standard input. Default: none. */
  readonly input?: number | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs ripgrep and passes its output to `read`. Leaving the loop ends the program. Yields the unreadable files at the
 * end.
 * @throws {SearchError}
 */
async function* runRipgrep<T>(
  run: RipgrepRun,
  read: (output: Readable) => AsyncIterable<T>,
): AsyncIterable<T | { readonly kind: "unreadable"; readonly reason: string }> {
  const { RIPGREP_CONFIG_PATH: _, ...env } = run.env;
  const stdio: StdioOptions = [run.input ?? "ignore", "pipe", "pipe"];
  const options = { cwd: run.cwd, env, stdio };
  const child = spawn(run.program, [...COMMON, ...run.arguments], options) as ChildProcessByStdio<null, Readable, Readable>;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", (error) => reject(new SearchError("failed", `Cannot start ripgrep: ${error.message}`, error)));
  });
  ended.catch(() => {});
  const onAbort = () => child.kill();
  run.signal?.addEventListener("abort", onAbort);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < 4000) errors += text;
  });
  try {
    yield* read(child.stdout);
    const code = await ended;
    run.signal?.throwIfAborted();
    if (code === 2) yield* reasons(errors);
  } finally {
    run.signal?.removeEventListener("abort", onAbort);
    child.kill();
  }
}

const reasons = function* (errors: string) {
  const text = errors.trim().replaceAll(/^rg: /gm, "");
  if (/^error parsing glob/m.test(text)) throw new SearchError("glob", text);
  if (/^(regex parse error|error: |PCRE2: |the literal)/m.test(text)) throw new SearchError("pattern", text);
  for (const reason of text.split("\n").slice(0, 20)) yield { kind: "unreadable" as const, reason };
};

type Line = Exclude<FoundLine, { readonly kind: "unreadable" }>;

export type Environment = Readonly<Record<string, string>>;

/** The event of one line can be as long as a minified file. */
const MAX_EVENT = 4 * 1024 * 1024;

const MAX_PATH = 64 * 1024;

interface SearchLocation {
  /** The folder to search, or the folder of the file to search. */
  readonly folder: string;
  readonly isFolder: boolean;
  readonly isExcluded: IsExcluded;
  readonly env: Environment;
}

/** Searches through a folder handle or an opened file, so that no link can interfere. */
export async function* linesByRipgrep(
  program: string,
  query: At<TextQuery>,
  location: SearchLocation,
): AsyncIterable<FoundLine | LongLine> {
  const { folder, isFolder, isExcluded, env } = location;
  const options = [
    "--json",
    ...(query.literal ? ["--fixed-strings"] : []),
    ...(query.ignoreCase ? ["--ignore-case"] : []),
    ...(query.glob === undefined ? [] : nameFilter(query.glob)),
    ...(query.context === undefined ? [] : [`--context=${query.context}`]),
    ...(query.maxPerFile === undefined ? [] : [`--max-count=${query.maxPerFile}`]),
  ];
  await using held = await openFolderHandle(folder);
  await using file = isFolder
    ? undefined
    : await openFile(query.path).catch((error: unknown) => Promise.reject(asFileError(error, query.path)));
  if (file !== undefined && (await isExcluded(query.path, await file.stat()))) return yield excludedFile(query.path);
  const args = [...options, "-e", query.pattern, "--", isFolder ? "." : "-"];
  for await (const found of runRipgrep({ program, arguments: args, cwd: held.path, input: file?.fd, env, ...signalOf(query) }, readLines)) {
    yield found.kind === "unreadable" ? found : { ...found, path: isFolder ? join(folder, found.path) : query.path };
  }
  await held.check();
}

/**
 * Excludes files that the glob cannot match. Uses a file type, not `--glob`, which would include ignored files again. A
 * type matches names only, so the folders in the glob are checked afterwards.
 */
const nameFilter = (glob: string): readonly string[] => {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const isPlain = !glob.startsWith("!") && !name.includes("**") && !/[{([][^})\]]*\//.test(glob);
  return isPlain ? [`--type-add=requested:${name}`, "--type=requested"] : [];
};

export async function* listByRipgrep(
  program: string,
  query: At<FileQuery>,
  location: { readonly env: Environment; readonly cwd: string },
): AsyncIterable<FoundFile> {
  const run = { program, arguments: ["--files", "--null", "--", "."], ...location, ...signalOf(query) };
  for await (const file of runRipgrep(run, readPaths)) {
    yield file.kind === "file" ? { ...file, path: join(query.path, file.path) } : file;
  }
}

const signalOf = ({ signal }: { readonly signal?: AbortSignal }) => (signal === undefined ? {} : { signal });

async function* readPaths(output: Readable): AsyncIterable<FoundFile> {
  for await (const path of splitStream(output, { separator: 0, maxBytes: MAX_PATH })) yield { kind: "file", path };
}

/** ripgrep's JSON: a string that is not UTF-8 is base64. */
interface Text {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepEvent {
  readonly type: string;
  readonly data: { readonly path?: Text; readonly lines?: Text; readonly line_number?: number | null };
}

/** A matching line that is too long to read. */
export interface LongLine {
  readonly kind: "long";
  readonly path: string;
}

async function* readLines(output: Readable): AsyncIterable<Line | LongLine> {
  let isLong = false;
  const onTooLong = (start: string): void => {
    isLong ||= !start.startsWith('{"type":"context"');
  };
  for await (const line of splitStream(output, { maxBytes: MAX_EVENT, onTooLong })) {
    const { type, data } = JSON.parse(line) as RipgrepEvent;
    // A file's last event is short, and names it.
    if (type === "end" && isLong) yield { kind: "long", path: textOf(data.path) };
    if (type === "end") isLong = false;
    if (type !== "match" && type !== "context") continue;
    const first = data.line_number ?? 1;
    const texts = textOf(data.lines)
      .replace(/\r?\n$/, "")
      .split("\n");
    for (const [at, text] of texts.entries()) yield { kind: type, path: textOf(data.path), line: first + at, text };
  }
}

const textOf = (text: Text | undefined): string => text?.text ?? Buffer.from(text?.bytes ?? "", "base64").toString("utf8");

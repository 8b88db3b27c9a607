import { lstat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Readable } from "node:stream";
import type { At, FileQuery, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { asFileError, fileError } from "./file-error.ts";
import { globMatcher } from "./glob-matcher.ts";
import { pieces } from "./pieces.ts";
import { findRipgrep } from "./find-ripgrep.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { type KnownOptions, otherNames } from "./known-files.ts";
import { openFile } from "./open-file.ts";
import { runRipgrep } from "./ripgrep.ts";
import { type LeftOut, MAX_FILE, searchedFiles } from "./searched-files.ts";
import { searchFiles } from "./search-files.ts";
import { statIfExists } from "./stat-if-exists.ts";
import { walk } from "./walk.ts";

type Line = Exclude<FoundLine, { readonly kind: "unreadable" }>;
type Environment = Readonly<Record<string, string>>;

/** The event of one line can be as long as a minified file. */
const MAX_EVENT = 4 * 1024 * 1024;
const MAX_PATH = 64 * 1024;

/** Reports files that are excluded although they match. */
export async function* searchText(query: At<TextQuery>, env: Environment, known: KnownOptions): AsyncIterable<FoundLine> {
  const isLeftOut = leavingOut(known);
  const isFolder = (await kindOf(query.path)) === "folder";
  const folder = isFolder ? query.path : dirname(query.path);
  const matches = query.glob === undefined ? () => true : await globMatcher(query.glob);
  const searched = searchedFiles(folder, isLeftOut);
  const program = await findRipgrep(env.PATH ?? "");
  const lines: AsyncIterable<FoundLine | LongLine> =
    program === undefined ? searchFiles(query, isLeftOut) : linesByRipgrep(program, query, { folder, isFolder, isLeftOut, env });
  const verdicts = new Map<string, boolean>();
  const told = new Set<string>();
  for await (const found of lines) {
    if (found.kind === "unreadable") {
      yield found;
      continue;
    }
    const { path } = found;
    if (!matches(relative(folder, path))) continue;
    const verdict = verdicts.get(path) ?? (await isLeftOut(path));
    verdicts.set(path, verdict);
    // A line that is too long is reported only by its position.
    const isRight = async (): Promise<boolean> =>
      !isFolder || (found.kind === "long" ? searched.isThere(path) : searched.hasLine(path, found.line, found.text));
    if (!verdict && (await isRight())) yield found.kind === "long" ? hasLongLine(path) : found;
    else if (!told.has(path)) {
      told.add(path);
      yield verdict ? leftOut(path) : changed(path);
    }
  }
}

const leavingOut = (known: KnownOptions): LeftOut => {
  const { unsearched = () => false } = known;
  const others = otherNames(known);
  return async (path, found) => unsearched(path) || (await others(path, found)).some(unsearched);
};

const leftOut = (path: string): FoundLine => ({ kind: "unreadable", reason: `${path} is left out of searches` });

const hasLongLine = (path: string): FoundLine => ({
  kind: "unreadable",
  reason: `${path} has a matching line that is too long to show`,
  tooLong: path,
});

const changed = (path: string): FoundLine => {
  const large =
    (statIfExists(path)?.size ?? 0) > MAX_FILE ? "is large, and its folder changed while it was searched: search again" : undefined;
  const why = path.includes("\uFFFD") ? "has a name that is no UTF-8" : (large ?? "has changed while it was searched");
  return { kind: "unreadable", reason: `${path} ${why}` };
};

interface RipgrepPlace {
  /** The folder to search, or the folder of the file to search. */
  readonly folder: string;
  readonly isFolder: boolean;
  readonly isLeftOut: LeftOut;
  readonly env: Environment;
}

/** Searches through a folder handle or an opened file, so that no link can interfere. */
async function* linesByRipgrep(program: string, query: At<TextQuery>, place: RipgrepPlace): AsyncIterable<FoundLine | LongLine> {
  const { folder, isFolder, isLeftOut, env } = place;
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
  if (file !== undefined && (await isLeftOut(query.path, await file.stat()))) return yield leftOut(query.path);
  const what = [...options, "-e", query.pattern, "--", isFolder ? "." : "-"];
  for await (const found of runRipgrep({ program, arguments: what, cwd: held.path, input: file?.fd, env, ...signalOf(query) }, readLines)) {
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
  return isPlain ? [`--type-add=wanted:${name}`, "--type=wanted"] : [];
};

/** @throws {FileError} `not_folder`, `not_found`, `elsewhere` */
export async function* findFiles(query: At<FileQuery>, env: Environment): AsyncIterable<FoundFile> {
  const matches = await globMatcher(query.glob);
  const program = await findRipgrep(env.PATH ?? "");
  await using held = await openFolderHandle(query.path);
  const searched = searchedFiles(query.path, async () => false);
  const listed = program === undefined ? walk(query.path, query.signal) : listByRipgrep(program, query, { env, cwd: held.path });
  for await (const file of listed) {
    if (file.kind === "unreadable") yield file;
    else if (matches(relative(query.path, file.path)) && (await searched.isThere(file.path))) yield file;
  }
  await held.check();
}

async function* listByRipgrep(
  program: string,
  query: At<FileQuery>,
  place: { readonly env: Environment; readonly cwd: string },
): AsyncIterable<FoundFile> {
  const run = { program, arguments: ["--files", "--null", "--", "."], ...place, ...signalOf(query) };
  for await (const file of runRipgrep(run, readPaths)) {
    yield file.kind === "file" ? { ...file, path: join(query.path, file.path) } : file;
  }
}

const signalOf = ({ signal }: { readonly signal?: AbortSignal }) => (signal === undefined ? {} : { signal });

/**
 * Other kinds are rejected too: a FIFO may block forever, and a device may have no end.
 * @throws {FileError}
 */
const kindOf = async (path: string): Promise<"file" | "folder"> => {
  const found = await lstat(path).catch((error: unknown) => Promise.reject(asFileError(error, path)));
  if (found.isSymbolicLink()) throw fileError("elsewhere", path);
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

/** A line that matches, and is too long to be read. */
interface LongLine {
  readonly kind: "long";
  readonly path: string;
}

async function* readLines(output: Readable): AsyncIterable<Line | LongLine> {
  let isLong = false;
  const onTooLong = (beginning: string): void => {
    isLong ||= !beginning.startsWith('{"type":"context"');
  };
  for await (const line of pieces(output, { maxBytes: MAX_EVENT, onTooLong })) {
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

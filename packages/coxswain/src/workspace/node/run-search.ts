import { lstat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { At, FileQuery, FoundFile, FoundLine, TextQuery } from "../search.ts";
import { asFileError, fileError } from "./file-error.ts";
import { globMatcher, searchFiles, walk } from "./fallback-search.ts";
import { findRipgrep } from "./find-program.ts";
import { openFolderHandle } from "./folder-handle.ts";
import { type HardLinkOptions, hardLinksOf } from "./hard-links.ts";
import { type IsExcluded, MAX_FILE, excludedFile, matchVerifier } from "./match-verifier.ts";
import { statIfExists } from "./path-stats.ts";
import { type Environment, type LongLine, linesByRipgrep, listByRipgrep } from "./ripgrep.ts";

/** Reports files that are excluded although they match. */
export async function* searchText(query: At<TextQuery>, env: Environment, options: HardLinkOptions): AsyncIterable<FoundLine> {
  const isExcluded = exclusion(options);
  const isFolder = (await kindOf(query.path)) === "folder";
  const folder = isFolder ? query.path : dirname(query.path);
  const matches = query.glob === undefined ? () => true : await globMatcher(query.glob);
  const verifier = matchVerifier(folder, isExcluded);
  const program = await findRipgrep(env.PATH ?? "");
  const lines: AsyncIterable<FoundLine | LongLine> =
    program === undefined ? searchFiles(query, isExcluded) : linesByRipgrep(program, query, { folder, isFolder, isExcluded, env });
  const verdicts = new Map<string, boolean>();
  const reported = new Set<string>();
  for await (const found of lines) {
    if (found.kind === "unreadable") {
      yield found;
      continue;
    }
    const { path } = found;
    if (!matches(relative(folder, path))) continue;
    const verdict = verdicts.get(path) ?? (await isExcluded(path));
    verdicts.set(path, verdict);
    // A line that is too long is reported only by its position.
    const isRight = async (): Promise<boolean> =>
      !isFolder || (found.kind === "long" ? verifier.isFile(path) : verifier.hasLine(path, found.line, found.text));
    if (!verdict && (await isRight())) yield found.kind === "long" ? hasLongLine(path) : found;
    else if (!reported.has(path)) {
      reported.add(path);
      yield verdict ? excludedFile(path) : changed(path);
    }
  }
}

const exclusion = (options: HardLinkOptions): IsExcluded => {
  const { unsearched = () => false } = options;
  const others = hardLinksOf(options);
  return async (path, found) => unsearched(path) || (await others(path, found)).some(unsearched);
};

const hasLongLine = (path: string): FoundLine => ({
  kind: "unreadable",
  reason: `${path} has a matching line that is too long to show`,
  tooLong: path,
});

const changed = (path: string): FoundLine => {
  const large = (statIfExists(path)?.size ?? 0) > MAX_FILE ? "is large, and its folder changed during the search; search again" : undefined;
  const reason = path.includes("\uFFFD") ? "has a name that is not UTF-8" : (large ?? "changed during the search");
  return { kind: "unreadable", reason: `${path} ${reason}` };
};

/** @throws {FileError} `not_folder`, `not_found`, `elsewhere` */
export async function* findFiles(query: At<FileQuery>, env: Environment): AsyncIterable<FoundFile> {
  const matches = await globMatcher(query.glob);
  const program = await findRipgrep(env.PATH ?? "");
  await using held = await openFolderHandle(query.path);
  const verifier = matchVerifier(query.path, async () => false);
  const listed = program === undefined ? walk(query.path, query.signal) : listByRipgrep(program, query, { env, cwd: held.path });
  for await (const file of listed) {
    if (file.kind === "unreadable") yield file;
    else if (matches(relative(query.path, file.path)) && (await verifier.isFile(file.path))) yield file;
  }
  await held.check();
}

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

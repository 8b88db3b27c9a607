import { readFileSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readImage } from "coxswain/tools";

/** A file that was dropped on the terminal, or whose path was pasted. */
export type DroppedFile =
  | { readonly kind: "image"; readonly path: string; readonly name: string; readonly bytes: Uint8Array }
  /** `mention`: the path as a mention names it, with a slash at the end for a folder. */
  | { readonly kind: "path"; readonly mention: string };

/** A longer paste is not read as a list of paths. */
const MAX_LENGTH = 8192;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * Reads a pasted text that consists of absolute paths only, as terminals paste files that are dropped on them: quoted, with
 * escaped spaces, or as `file://` addresses. Returns undefined for any other text, and if one of the files does not exist.
 */
export const droppedFiles = (text: string, cwd: string): readonly DroppedFile[] | undefined => {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_LENGTH || !/^(?:['"]?(?:\/|~\/|file:\/\/))/.test(trimmed)) return undefined;
  return filesOf([trimmed], cwd) ?? filesOf(wordsOf(trimmed), cwd);
};

const filesOf = (words: readonly string[], cwd: string): readonly DroppedFile[] | undefined => {
  const files: DroppedFile[] = [];
  for (const word of words) {
    const path = pathOf(word);
    const file = path === undefined ? undefined : fileAt(path, cwd);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return files;
};

const pathOf = (word: string): string | undefined => {
  if (word.startsWith("file://")) {
    try {
      return fileURLToPath(word);
    } catch {
      return undefined; // an invalid address, or one of another machine
    }
  }
  if (word.startsWith("~/")) return join(homedir(), word.slice(2));
  return isAbsolute(word) ? word : undefined;
};

const fileAt = (path: string, cwd: string): DroppedFile | undefined => {
  const stats = statsOf(path);
  if (stats === undefined || (!stats.isFile() && !stats.isDirectory())) return undefined;
  if (stats.isFile() && stats.size <= MAX_IMAGE_BYTES && IMAGE.test(path)) {
    const bytes = contentOf(path);
    if (bytes !== undefined && readImage(bytes)?.whole === true) return { kind: "image", path, name: basename(path), bytes };
  }
  // A mention cannot name such a file.
  if (/["\n]/.test(path)) return undefined;
  const below = relative(cwd, path);
  const named = below === "" ? "." : below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below) ? path : below;
  return { kind: "path", mention: stats.isDirectory() && !named.endsWith("/") ? `${named}/` : named };
};

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // not accessible
  }
};

const contentOf = (path: string): Uint8Array | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // not readable: a mention reports it
  }
};

/** Splits a string at spaces and lines, as a shell does: quotes and backslashes protect them. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
      (_, single?: string, double?: string, escaped?: string) => single ?? double?.replaceAll(/\\(.)/gs, "$1") ?? escaped ?? "",
    ),
  );

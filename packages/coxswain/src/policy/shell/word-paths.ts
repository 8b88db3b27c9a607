import type { CommandWord, PathUse } from "../../loop/index.ts";

type Uses = readonly PathUse["use"][];

/** Paths in a word: the word itself, or a part of it, as in `--file=x`, `of=x`, `@x`, `-fx`, `from:to`. */
const pathsIn = (text: string): readonly string[] => {
  if (text === "" || text === "-" || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fileUrl(text);
  const inner = /[=@:](.+)$/s.exec(text)?.[1];
  if (text.startsWith("-")) {
    const attached = /^-[A-Za-z]+?([~./].*)$/s.exec(text)?.[1];
    const named = /^-[A-Za-z]([^-].*\/.*)$/s.exec(text)?.[1];
    const values = [inner, attached, named].filter((path) => path !== undefined);
    return [...values, ...[text, ...values].flatMap(pieces)];
  }
  return [text, ...(inner === undefined ? [] : [inner.replace(/^@/, "")]), ...pieces(text)];
};

/** Parts of a larger word that may be paths: in lists such as `type=bind,src=/x` and `/x:/y`, in quotes, and in code. */
const pieces = (text: string): readonly string[] => {
  const parts = text.replaceAll(URL, " ").split(SEPARATORS);
  // Brackets belong to a pattern, or enclose a path.
  const paths = new Set(parts.flatMap((part) => [part, part.replaceAll(/[[\]]/g, "")]));
  return [...paths].filter((path) => path !== text && MAY_BE_PATH.test(path));
};

const URL = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s'"`]*/gi;
const SEPARATORS = /[\s'"`()<>|&;,:=@{}]+/;
/** It has a folder, or a name as hidden files and keys have. */
const MAY_BE_PATH = /^~|[^/]\/|\/[^/]|^\.[\w*?[]|\.pem$|^id_/;

const fileUrl = (text: string): readonly string[] => (/^file:\/\//i.test(text) ? [text.replace(/^file:\/\/(?:localhost)?/i, "")] : []);

/** The uses of a word's paths. A guess that names the root is skipped: its variable may be empty. */
export const usesOf = ({ kind, text }: CommandWord, uses: Uses, whole = false): readonly PathUse[] =>
  pathsIn(text)
    .flatMap((path) => foldersOfShell(path))
    .filter((path) => kind === "known" || kind === "pattern" || !/^\/[/.*]*$/.test(path))
    // A program sends `@file`, or reads arguments from it.
    .flatMap((path) =>
      (text.endsWith(`@${path}`) && uses.includes("either") ? (["read"] as const) : uses).map((use): PathUse => ({
        path,
        use,
        ...(whole ? { whole } : {}),
      })),
    );

/** `~+` is the current folder; `~-` is the one before, which the environment may set. */
const foldersOfShell = (path: string): readonly string[] => {
  const rest = /^~[+-](\/.*)?$/s.exec(path)?.[1] ?? "";
  if (/^~\+(?:\/|$)/.test(path)) return [`.${rest}`];
  return /^~-(?:\/|$)/.test(path) ? [`.${rest}`, path] : [path];
};

/** The paths that a string of a program without a table may name, each used in any way. */
export const mentionedPaths = (text: string): readonly PathUse[] => pieces(` ${text}`).map((path) => ({ path, use: "either" }));

/** A path as seen from outside of the folder in which a command runs. */
export const below = (folder: string, path: string): string => (/^[/~]/.test(path) ? path : `${folder.replace(/(.)\/+$/, "$1")}/${path}`);

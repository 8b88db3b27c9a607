import { globSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { EXEMPT } from "./exempt.ts";

export const root = join(import.meta.dirname, "..", "..");

/** Files in the project's own English, relative to the root and sorted. */
export function ownFiles(): readonly string[] {
  const patterns = ["*.md", "packages/*/*.md", "{packages/*/{src,bin},tests,bench,scripts,examples,docs}/**/*.{js,ts,md}"];
  return globSync(patterns, { cwd: root, exclude: (path) => /(?:^|[\\/])(?:node_modules|dist|fixtures|vendor)(?:$|[\\/])/.test(path) })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => !EXEMPT.some(({ files }) => files.test(path)))
    .toSorted();
}

/**
 * Own files in some folders, or some own files.
 * @throws when a path does not exist
 */
export function ownFilesIn(paths: readonly string[]): readonly string[] {
  const prefixes = paths.map((path) => {
    const name = relative(root, resolve(path)).split(sep).join("/");
    return statSync(path).isDirectory() && name !== "" ? `${name}/` : name;
  });
  return ownFiles().filter((path) => prefixes.some((prefix) => path.startsWith(prefix)));
}

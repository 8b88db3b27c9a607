import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { type Import, importsOf } from "./imports.ts";

/** A package's source files, by path below its source folder, with `/`. */
export type SourceTree = ReadonlyMap<string, readonly Import[]>;

/** Reads and parses every file of code below a folder, once. */
export const readSourceTree = (folder: string): SourceTree =>
  new Map(
    globSync("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", { cwd: folder })
      .map((found) => found.split(sep).join("/"))
      .toSorted()
      .map((path) => [path, importsOf(path, readFileSync(join(folder, path), "utf8"))]),
  );

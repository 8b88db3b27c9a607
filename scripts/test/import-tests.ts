import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type SharedProcess, sharedProcessOf } from "./shared-process.ts";

/** One process for hundreds of small tests: a start of Node for each file costs more than all of them. */
export const importTests = async (shared: SharedProcess): Promise<void> => {
  const root = join(import.meta.dirname, "..", "..");
  for (const file of globSync("packages/*/src/**/*.test.ts", { cwd: root }).toSorted()) {
    if (sharedProcessOf(file) === shared) await import(pathToFileURL(join(root, file)).href);
  }
};

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type SharedProcess, sharedProcessOf } from "./shared-process.ts";
import { testFiles } from "./test-files.ts";

/**
 * Imports hundreds of small test files into one process: starting Node for each file would cost more than the tests.
 */
export const importTests = async (shared: SharedProcess): Promise<void> => {
  const root = join(import.meta.dirname, "..", "..");
  for (const file of testFiles(root, { long: false })) {
    if (sharedProcessOf(file) === shared) await import(pathToFileURL(join(root, file)).href);
  }
};

import assert from "node:assert/strict";
import { join } from "node:path";
import { isBuilt } from "../cli/cox-scene.ts";

export const packages = join(import.meta.dirname, "..", "..", "packages");

/** Returns the folder of a package's build. Throws an `AssertionError` if the build is older than the source. */
export const builtPackage = (name: "cli" | "coxswain"): string => {
  assert.ok(isBuilt, 'the build is older than the source: run "npm run build"');
  return join(packages, name, "dist");
};

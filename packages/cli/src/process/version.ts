import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

/** Version of the package that contains this file, bundled or not. */
export const version = (): string => {
  const path = findPackageJSON(import.meta.url);
  const manifest = JSON.parse(path === undefined ? "{}" : readFileSync(path, "utf8")) as { readonly version?: string };
  return manifest.version ?? "unknown";
};

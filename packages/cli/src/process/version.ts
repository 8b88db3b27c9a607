import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

/** Of the package that this file is a part of, wherever it was bundled to. */
export const version = (): string => {
  const path = findPackageJSON(import.meta.url);
  const manifest = JSON.parse(path === undefined ? "{}" : readFileSync(path, "utf8")) as { readonly version?: string };
  return manifest.version ?? "unknown";
};

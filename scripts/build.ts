import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleCli } from "./build/bundle-cli.ts";
import { bundleLibrary } from "./build/bundle-library.ts";
import { emitTypes } from "./build/emit-types.ts";

/*
 * Builds the published files: packages/coxswain/dist (JavaScript and types) and packages/cli/dist (a bundle in chunks).
 * `npm run build -- --js` omits the types.
 */
const packages = join(import.meta.dirname, "..", "packages");
const library = join(packages, "coxswain");
const cli = join(packages, "cli");

await Promise.all([library, cli].map((folder) => rm(join(folder, "dist"), { recursive: true, force: true })));
await Promise.all([
  bundleLibrary(library, join(library, "dist")),
  bundleCli(cli, join(cli, "dist")),
  process.argv.includes("--js") ? undefined : emitTypes(library),
]);

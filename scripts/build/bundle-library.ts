import { join } from "node:path";
import { build } from "rolldown";
import { importedFrom } from "./imported-from.ts";
import { entriesOf, isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";
import { plainBuiltins } from "./plain-builtins.ts";

/** Bundles the library's entries. Each dynamic import is a chunk; dependencies stay imports. */
export const bundleLibrary = async (folder: string, dist: string): Promise<void> => {
  const manifest = await readManifest(folder);
  const index = join(folder, "src", "index.ts");
  const testing = join(folder, "src", "testing", "index.ts");
  const isPartOfIndex = importedFrom(index);
  const isPartOfTesting = importedFrom(testing);
  await build({
    cwd: folder,
    input: entriesOf(manifest),
    platform: "node",
    external: isInstalled(manifest),
    transform: { target: OLDEST_NODE },
    plugins: [plainBuiltins()],
    output: {
      dir: dist,
      format: "esm",
      // V8 stores a source with any non-ASCII character with two bytes per character. The type files have the doc
      // comments.
      charset: "ascii",
      comments: { jsdoc: false },
      chunkFileNames: "chunks/[name]-[hash].js",
      // Two files for the code that every import reads, one of which `testing` reads too: each additional file costs a
      // part of a millisecond.
      codeSplitting: {
        groups: [
          {
            name: (id, modules) => {
              if (!isPartOfIndex(id, modules)) return null;
              return isPartOfTesting(id, modules) ? "both" : "library";
            },
            debugName: "library",
            minShareCount: 1,
          },
        ],
      },
    },
    logLevel: "warn",
  });
};

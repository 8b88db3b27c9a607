import { join } from "node:path";
import { build } from "rolldown";
import { importedFrom } from "./imported-from.ts";
import { entriesOf, isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";

/** The library's entries, each part that is imported on use in a chunk of its own; dependencies stay imports. */
export const bundleLibrary = async (folder: string, dist: string): Promise<void> => {
  const manifest = await readManifest(folder);
  const index = join(folder, "src", "index.ts");
  const testing = join(folder, "src", "testing", "index.ts");
  const isOfIndex = importedFrom(index);
  const isOfTesting = importedFrom(testing);
  await build({
    cwd: folder,
    input: entriesOf(manifest),
    platform: "node",
    external: isInstalled(manifest),
    transform: { target: OLDEST_NODE },
    output: {
      dir: dist,
      format: "esm",
      // A text with one other character is held with two bytes for each. What comments say of types is in the types.
      charset: "ascii",
      comments: { jsdoc: false },
      chunkFileNames: "chunks/[name]-[hash].js",
      // What an import always reads is in two files, of which `testing` reads one: each more costs a part of a millisecond.
      codeSplitting: {
        groups: [
          {
            name: (id, modules) => {
              if (!isOfIndex(id, modules)) return null;
              return isOfTesting(id, modules) ? "both" : "library";
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

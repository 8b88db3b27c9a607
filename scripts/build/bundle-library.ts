import { join } from "node:path";
import { build } from "rolldown";
import { loadedBy } from "./loaded-by.ts";
import { entriesOf, isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";
import { plainBuiltins } from "./plain-builtins.ts";

/** Bundles the library's entries. Each dynamic import is a chunk; dependencies stay imports. */
export const bundleLibrary = async (folder: string, dist: string): Promise<void> => {
  const manifest = await readManifest(folder);
  const loaded = (...path: readonly string[]) => loadedBy(folder, manifest, join(folder, "src", ...path));
  const [index, testing, session] = await Promise.all([
    loaded("index.ts"),
    loaded("testing", "index.ts"),
    loaded("runtime", "session-code.ts"),
  ]);
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
      // Two files for the code that every import reads, one of which `testing` reads too, and one for the code that the
      // first session reads: each additional file costs a part of a millisecond.
      codeSplitting: {
        groups: [
          {
            name: (id) => (index.has(id) ? (testing.has(id) ? "both" : "library") : session.has(id) ? "session" : null),
            debugName: "library",
            minShareCount: 1,
          },
        ],
      },
    },
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
};

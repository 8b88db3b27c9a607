import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { importedFrom } from "./imported-from.ts";
import { isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";
import { plainBuiltins } from "./plain-builtins.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

/**
 * Bundles `cox` with all its dependencies except native binaries and optional providers. Each dynamic import is a
 * chunk, so that a start reads only the code it needs.
 */
export const bundleCli = async (folder: string, dist: string): Promise<void> => {
  const isPartOfTask = importedFrom(join(folder, "src", "run", "index.ts"));
  const { output } = await build({
    cwd: folder,
    input: { main: join(folder, "src", "main.ts") },
    platform: "node",
    external: isInstalled(await readManifest(folder)),
    resolve: {
      conditionNames: ["coxswain-source", "import", "node", "module", "default"],
      // jsonc-parser's `main` requires its modules in a way that bundlers cannot follow.
      mainFields: ["module", "main"],
    },
    transform: { target: OLDEST_NODE, inject: { Headers: [join(folder, "src", "headers.ts"), "Headers"] } },
    plugins: [plainBuiltins()],
    output: {
      dir: dist,
      format: "esm",
      // V8 stores a source with any non-ASCII character with two bytes per character.
      charset: "ascii",
      chunkFileNames: "chunks/[name]-[hash].js",
      // Preserve names, so that stack traces are readable.
      minify: { mangle: false },
      // One file for the code of every start, and one for the code that tasks and other commands share: each additional
      // file costs about a millisecond.
      codeSplitting: {
        groups: [
          { name: "start", tags: ["$initial"], minShareCount: 2 },
          { name: (id, modules) => (isPartOfTask(id, modules) ? "shared" : null), debugName: "shared", minShareCount: 2 },
        ],
      },
    },
    logLevel: "warn",
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const own = await readFile(join(folder, "..", "..", "LICENSE"), "utf8");
  await writeFile(join(dist, "LICENSES.txt"), `${own}\n${await thirdPartyNotices(modules)}`);
};

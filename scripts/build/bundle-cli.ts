import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { importedFrom } from "./imported-from.ts";
import { isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";
import { plainBuiltins } from "./plain-builtins.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

/**
 * `cox` in one bundle with all that it needs but native binaries and optional providers. A chunk for each dynamic import, so that a
 * start reads only its own part.
 */
export const bundleCli = async (folder: string, dist: string): Promise<void> => {
  const isOfTask = importedFrom(join(folder, "src", "run", "index.ts"));
  const { output } = await build({
    cwd: folder,
    input: { main: join(folder, "src", "main.ts") },
    platform: "node",
    external: isInstalled(await readManifest(folder)),
    resolve: {
      conditionNames: ["coxswain-source", "import", "node", "module", "default"],
      // jsonc-parser's `main` requires its parts in a way that no bundler follows.
      mainFields: ["module", "main"],
    },
    transform: { target: OLDEST_NODE, inject: { Headers: [join(folder, "src", "headers.ts"), "Headers"] } },
    plugins: [plainBuiltins()],
    output: {
      dir: dist,
      format: "esm",
      // A text with one other character is held with two bytes for each.
      charset: "ascii",
      chunkFileNames: "chunks/[name]-[hash].js",
      // Names stay, so that the place of a fault can be read.
      minify: { mangle: false },
      // What every start reads is in one file, and so is what tasks and other commands share: each more costs about a millisecond.
      codeSplitting: {
        groups: [
          { name: "start", tags: ["$initial"], minShareCount: 2 },
          { name: (id, modules) => (isOfTask(id, modules) ? "shared" : null), debugName: "shared", minShareCount: 2 },
        ],
      },
    },
    logLevel: "warn",
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const own = await readFile(join(folder, "..", "..", "LICENSE"), "utf8");
  await writeFile(join(dist, "LICENSES.txt"), `${own}\n${await thirdPartyNotices(modules)}`);
};

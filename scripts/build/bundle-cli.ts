import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { chunkImports } from "./chunk-imports.ts";
import { importedFrom } from "./imported-from.ts";
import { lateEmojiPattern } from "./late-emoji-pattern.ts";
import { isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";
import { plainBuiltins } from "./plain-builtins.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

/**
 * Bundles `cox` with all its dependencies except native binaries and optional providers. Each dynamic import is a
 * chunk, so that a start reads only the code it needs. The chunks are CommonJS, which the launcher runs as scripts. The
 * main file begins with the build's content hash, by which the launcher stores compiled code.
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
    transform: {
      target: OLDEST_NODE,
      inject: {
        Headers: [join(folder, "src", "headers.ts"), "Headers"],
        "Intl.Segmenter": [join(folder, "src", "segmenter.ts"), "Segmenter"],
      },
      // unpdf looks for fonts of a package that is not installed, and catches the error.
      define: { "import.meta.resolve": "undefined" },
    },
    plugins: [plainBuiltins(), chunkImports(), lateEmojiPattern(join(folder, "src", "rgi-emoji.ts"))],
    output: {
      dir: dist,
      format: "cjs",
      // V8 stores a source with any non-ASCII character with two bytes per character.
      charset: "ascii",
      entryFileNames: "[name].cjs",
      chunkFileNames: "chunks/[name]-[hash].cjs",
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
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
  const chunks = output.filter((file) => file.type === "chunk");
  const content = createHash("sha256");
  for (const { fileName, code } of chunks) content.update(`${fileName}\n${code}\n`);
  const main = join(dist, "main.cjs");
  await writeFile(main, `//${content.digest("hex").slice(0, 32)}\n${await readFile(main, "utf8")}`);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  const own = await readFile(join(folder, "..", "..", "LICENSE"), "utf8");
  await writeFile(join(dist, "LICENSES.txt"), `${own}\n${await thirdPartyNotices(modules)}`);
};

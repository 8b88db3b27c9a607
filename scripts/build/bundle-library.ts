import { join } from "node:path";
import { build } from "rolldown";
import { isInstalled, OLDEST_NODE, readManifest } from "./manifest.ts";

/** The library's two entries, each heavy part in a chunk of its own; dependencies stay imports. */
export const bundleLibrary = async (folder: string, dist: string): Promise<void> => {
  const source = join(folder, "src");
  await build({
    cwd: folder,
    input: { index: join(source, "index.ts"), "testing/index": join(source, "testing", "index.ts") },
    platform: "node",
    external: isInstalled(await readManifest(folder)),
    transform: { target: OLDEST_NODE },
    output: { dir: dist, format: "esm", chunkFileNames: "chunks/[name]-[hash].js" },
    logLevel: "warn",
  });
};

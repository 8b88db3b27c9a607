import { build, type OutputChunk } from "rolldown";
import { isInstalled, type Manifest } from "./manifest.ts";

/** Returns the paths of the modules that a package's module loads statically, without exports that nothing uses. */
export const loadedBy = async (folder: string, manifest: Manifest, path: string): Promise<ReadonlySet<string>> => {
  const { output } = await build({
    cwd: folder,
    input: path,
    write: false,
    platform: "node",
    external: isInstalled(manifest),
    output: { format: "esm" },
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
  const chunks = new Map(output.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<OutputChunk>([...chunks.values()].filter(({ isEntry }) => isEntry));
  // The loop also visits the chunks that it adds.
  for (const { imports } of loaded) {
    for (const chunk of imports.map((name) => chunks.get(name))) if (chunk !== undefined) loaded.add(chunk);
  }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
};

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Options that every test process needs. */
export const NODE_OPTIONS: readonly string[] = [
  "--conditions=coxswain-source",
  `--import=${pathToFileURL(join(import.meta.dirname, "property-seed.ts")).href}`,
];

/** Paths of the test files, relative to the root: the quick tests, or the long ones. */
export const testFiles = (root: string, { long }: { readonly long: boolean }): readonly string[] =>
  globSync("{packages/*/src,tests,scripts,bench,examples}/**/*.test.ts", { cwd: root })
    .toSorted()
    .filter((file) => file.endsWith(".long.test.ts") === long);

/** The test files that generate cases with fast-check, themselves or in a file that they import by a relative path. */
export const propertyTests = (root: string, options: { readonly long: boolean }): readonly string[] => {
  const cache = new Map<string, boolean>();
  const generates = (file: string): boolean => {
    const result = cache.get(file);
    if (result !== undefined) return result;
    // A file that is reached again while its imports are followed adds nothing new.
    cache.set(file, false);
    const source = readFileSync(file, "utf8");
    const imported = [...source.matchAll(/^(?:import .*|\}) from "([^"]+)";$/gm)].map(([, name = ""]) => name);
    const own = imported.filter((name) => name.startsWith(".")).map((name) => join(dirname(file), name));
    const found = imported.includes("fast-check") || own.some(generates);
    cache.set(file, found);
    return found;
  };
  return testFiles(root, options).filter((file) => generates(join(root, file)));
};

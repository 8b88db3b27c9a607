import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { openScene, type Scene } from "../runtime.fixture.ts";
import type { ExtensionSource } from "./extension-source.ts";
import type { Extension } from "./extension.ts";
import { type ExtensionsOptions, loadExtensions } from "./load-extensions.ts";

/** Returns functions as extension sources, by name. */
export const functions = (setups: Readonly<Record<string, Extension>>): readonly ExtensionSource[] =>
  Object.entries(setups).map(([name, setup]) => ({ name, setup }));

/** Loads extensions and collects their warnings and log lines. */
export const loadWith = async (sources: readonly ExtensionSource[], options: Omit<ExtensionsOptions, "sources"> = {}) => {
  const warnings: string[] = [];
  const extensions = await loadExtensions({ sources, warn: (line) => void warnings.push(line), ...options });
  return { extensions, warnings };
};

/** Opens a session whose runtime has extensions. */
export const openExtended = async (setups: Readonly<Record<string, Extension>>, scene: Scene = {}) => {
  const { extensions, warnings } = await loadWith(functions(setups));
  return { ...(await openScene({ ...scene, extensions })), extensions, warnings };
};

/** Creates a temporary folder with these files. */
export const folderOf = (t: TestContext, files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

/** Resolves when a condition holds. Checks it after every turn of the event loop. */
export const settled = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

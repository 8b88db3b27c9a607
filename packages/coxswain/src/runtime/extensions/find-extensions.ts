import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isBelow } from "../../workspace/index.ts";
import type { ExtensionSource, FoundExtension } from "./extension-source.ts";
import { packageFile } from "./import-module.ts";

const FILE = /\.(?:ts|mts|js|mjs)$/;
/** Declaration files, tests, and hidden files. */
const NONE = /(?:\.(?:d|test)\.m?ts|\.test\.m?js|[\\/]\.[^\\/]*)$/;
const INDEX = ["index.ts", "index.mts", "index.js", "index.mjs"];

/** Finds the extensions of a source, without running them. */
export const findExtensions = async (source: ExtensionSource): Promise<readonly FoundExtension[]> => {
  const { origin = "program" } = source;
  if ("setup" in source) return [{ name: source.name, place: "a function", origin, what: { setup: source.setup } }];
  if ("package" in source) return [await ofPackage(source.package, source.from, origin)];
  if ("file" in source) return [ofFile(source.file, source.within, origin)];
  return inFolder(source.folder, source.within, origin);
};

/** Returns the name of a file without its extension, or the folder of an `index` file. */
const nameOf = (file: string): string => {
  const name = basename(file).replace(FILE, "");
  return name === "index" ? basename(dirname(file)) : name;
};

const ofFile = (path: string, within: string | undefined, origin: string): FoundExtension => {
  const file = indexOf(path) ?? path;
  return { name: nameOf(file), place: file, origin, what: kindOf(file, within) };
};

const kindOf = (file: string, within: string | undefined): FoundExtension["what"] => {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return { problem: `it is a folder without an ${INDEX[0]} or ${INDEX[2]}` };
    if (!stats.isFile() || !FILE.test(file)) return { problem: "an extension is a file that ends in .ts or .js" };
    // Use the real path: one file under two names is one module.
    const real = realpathSync.native(file);
    const isOutside = within !== undefined && !isBelow(realpathSync.native(within), real);
    return isOutside ? { problem: "it is outside the project" } : { file: real };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { problem: code === "ENOENT" ? "there is no such file" : message };
  }
};

/** Valid package names. An import would also accept URLs, and paths that leave a package. */
const PACKAGE = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

const ofPackage = async (name: string, from: string, origin: string): Promise<FoundExtension> => {
  const found = { name, place: `package ${name}`, origin };
  if (!PACKAGE.test(name)) return { ...found, what: { problem: "no package has such a name; a path begins with ./, / or ~/" } };
  try {
    const file = await packageFile(name, from);
    return { ...found, place: file, what: { file } };
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    const missing = code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${name}'`);
    return { ...found, what: { problem: missing ? `it is not installed: run npm install --prefix ${from} ${name}` : message } };
  }
};

/** Sorts by name, so that the load order is the same on every machine. */
const inFolder = (folder: string, within: string | undefined, origin: string): readonly FoundExtension[] => {
  try {
    return readdirSync(folder)
      .toSorted()
      .flatMap((name) => inPlace(join(folder, name), within, origin));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    return [{ name: basename(folder), place: folder, origin, what: { problem: `it cannot be looked into: ${message}` } }];
  }
};

const inPlace = (path: string, within: string | undefined, origin: string): readonly FoundExtension[] => {
  const isOne = !NONE.test(path) && (FILE.test(path) || indexOf(path) !== undefined);
  return isOne ? [ofFile(path, within, origin)] : [];
};

const indexOf = (folder: string): string | undefined => INDEX.map((name) => join(folder, name)).find((file) => existsSync(file));

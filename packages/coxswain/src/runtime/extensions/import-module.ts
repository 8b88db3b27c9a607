import { registerHooks } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Imports an extension's file with Node, which strips its types unless it is below `node_modules`. Node treats the
 * files of its folder as ES modules, regardless of the nearest `package.json`. `version` requests a fresh copy, because
 * Node never unloads a module.
 * @throws every error of the module, or of Node
 */
export const importFile = async (file: string, version: string | undefined): Promise<Readonly<Record<string, unknown>>> => {
  const own = `${pathToFileURL(dirname(file)).href}/`;
  const query = version === undefined ? "" : `?version=${version}`;
  const isPackage = file.includes(`${sep}node_modules${sep}`);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.startsWith(own) || resolved.url.slice(own.length).includes("node_modules/")) return resolved;
      const [url = ""] = resolved.url.split("?");
      const format = isPackage ? undefined : FORMATS.find(([ending]) => url.endsWith(ending))?.[1];
      return { ...resolved, url: url + query, ...(format === undefined ? {} : { format }) };
    },
  });
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } finally {
    hooks.deregister();
  }
};

const FORMATS = [
  [".ts", "module-typescript"],
  [".js", "module"],
] as const;

/**
 * Returns the file of an installed package, as an import from a folder would resolve it. The import loads an empty module
 * instead, so that the package does not run.
 * @throws the error of Node if there is none
 */
export const packageFile = async (name: string, folder: string): Promise<string> => {
  const requested = `coxswain-extension:${name}`;
  const parentURL = pathToFileURL(join(folder, "package.json")).href;
  let file = "";
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== requested) return next(specifier, context);
      file = fileURLToPath(next(name, { ...context, parentURL }).url);
      return { url: "data:text/javascript,", format: "module", shortCircuit: true };
    },
  });
  try {
    await import(requested);
    return file;
  } finally {
    hooks.deregister();
  }
};

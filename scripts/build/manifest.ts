import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The fields of a package.json that the build reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly "coxswain-source": string; readonly default: string }>>;
}

export const readManifest = async (folder: string): Promise<Manifest> => JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Returns whether a module belongs to a package that is installed beside this one, so the bundle omits it. */
export const isInstalled = ({ dependencies, peerDependencies }: Manifest): ((id: string) => boolean) => {
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return (id) => names.some((name) => id === name || id.startsWith(`${name}/`));
};

/** The oldest Node version that `engines` allows. The build transforms syntax that it cannot parse. */
export const OLDEST_NODE = "node22.19";

/** The entries in `exports`: source files by the paths of their build results, without extension. */
export const entriesOf = ({ exports = {} }: Manifest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(exports).flatMap((entry) =>
      typeof entry === "string" ? [] : [[entry.default.replace(/^\.\/dist\/|\.js$/g, ""), entry["coxswain-source"]]],
    ),
  );

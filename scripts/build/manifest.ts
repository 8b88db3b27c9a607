import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the build reads of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly "coxswain-source": string; readonly default: string }>>;
}

export const readManifest = async (folder: string): Promise<Manifest> => JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** Whether a module comes from a package that is installed beside this one, and so is left out of the bundle. */
export const isInstalled = ({ dependencies, peerDependencies }: Manifest): ((id: string) => boolean) => {
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return (id) => names.some((name) => id === name || id.startsWith(`${name}/`));
};

/** The language of the oldest Node that `engines` allows: what it cannot parse yet is written out. */
export const OLDEST_NODE = "node22.19";

/** The entries that `exports` names: source files by the paths of what they are built to, without their extension. */
export const entriesOf = ({ exports = {} }: Manifest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(exports).flatMap((entry) =>
      typeof entry === "string" ? [] : [[entry.default.replace(/^\.\/dist\/|\.js$/g, ""), entry["coxswain-source"]]],
    ),
  );

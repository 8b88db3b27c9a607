import { gitPaths, repository } from "./repository-paths.ts";
import { isWithin, type Mount } from "./mounts.ts";
import type { SandboxOptions } from "./sandbox.ts";
import { pathExists, kindAt, resolveExisting } from "./existing-paths.ts";
import type { FoundPaths } from "./search-folder.ts";

export interface MountPlan {
  readonly mounts: readonly Mount[];
  /** Protected paths that do not exist yet. */
  readonly missing: readonly string[];
  /** Path of a possible new repository, where an empty folder is created to mount over. */
  readonly noRepository?: string;
}

/** Determines which paths a command can write, cannot change, and cannot see, in the current state of the folder. */
export const planMounts = (root: string, options: SandboxOptions, found: FoundPaths): MountPlan => {
  const git = gitPaths(root);
  const nested = found.repositories.map((path) => (kindAt(path) === "folder" ? repository(path).readOnly : [path]));
  const writable = [root, ...[...(options.writable ?? []), ...git.writable].flatMap(real)];
  const isWritable = (path: string): boolean => writable.some((folder) => isWithin(folder, path));
  const readOnly = [...(options.readOnly ?? []), ...git.readOnly, ...nested.flat()].filter(isWritable);
  const committed = [...(found.committed ?? [])].filter(([at]) => pathExists(at));
  const hidden = [...(options.hidden ?? []), ...found.secrets.filter((path) => found.committed?.has(path) !== true)].flatMap(real);
  return {
    mounts: [
      ...writable.map((at): Mount => ({ at, show: "writable" })),
      ...readOnly.flatMap(real).map((at): Mount => ({ at, show: "protected" })),
      ...(git.missing === undefined ? [] : [{ at: git.missing, show: "hidden-folder" as const }]),
      ...hidden.map((at): Mount => ({ at, show: kindAt(at) === "folder" ? "hidden-folder" : "hidden-file" })),
      ...committed.map(([at, from]): Mount => ({ at, show: "hidden-file", from })),
    ],
    missing: [...new Set(readOnly)].filter((path) => !pathExists(path)),
    ...(git.missing === undefined ? {} : { noRepository: git.missing }),
  };
};

/** Returns the resolved path, if it exists. */
const real = (path: string): readonly string[] => {
  const place = resolveExisting(path);
  return place === undefined || kindAt(place) === undefined ? [] : [place];
};

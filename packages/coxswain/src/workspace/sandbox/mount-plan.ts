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
  const readOnly = [...new Set([...(options.readOnly ?? []), ...git.readOnly, ...nested.flat()])].filter(isWritable);
  // One call of the system for each of over a hundred names, most of which do not exist.
  const existing = new Set(readOnly.filter(pathExists));
  const committed = [...(found.committed ?? [])].filter(([at]) => pathExists(at));
  const hidden = [...(options.hidden ?? []), ...found.secrets.filter((path) => found.committed?.has(path) !== true)]
    .filter(pathExists)
    .flatMap(real);
  return {
    mounts: [
      ...writable.map((at): Mount => ({ at, show: "writable" })),
      ...[...existing].flatMap(real).map((at): Mount => ({ at, show: "protected" })),
      ...(git.missing === undefined ? [] : [{ at: git.missing, show: "hidden-folder" as const }]),
      ...hidden.map((at): Mount => ({ at, show: kindAt(at) === "folder" ? "hidden-folder" : "hidden-file" })),
      ...committed.map(([at, from]): Mount => ({ at, show: "hidden-file", from })),
    ],
    missing: readOnly.filter((path) => !existing.has(path)),
    ...(git.missing === undefined ? {} : { noRepository: git.missing }),
  };
};

/** Returns the resolved path, if it exists. */
const real = (path: string): readonly string[] => {
  const place = resolveExisting(path);
  return place === undefined || kindAt(place) === undefined ? [] : [place];
};

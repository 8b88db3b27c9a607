import { gitPlaces, repository } from "./git-places.ts";
import { isWithin, type Mount } from "./mounts.ts";
import type { SandboxOptions } from "./options.ts";
import { isThere, kindAt, realPlace } from "./real-place.ts";
import type { FoundPlaces } from "./search-folder.ts";

export interface Places {
  readonly mounts: readonly Mount[];
  /** Protected, and not there yet. */
  readonly missing: readonly string[];
  /** Where a repository would begin: it gets an empty folder to mount over. */
  readonly noRepository?: string;
}

/** What a command may write in the folder and beside it, what not, and what it does not see. As things are now. */
export const placesOf = (root: string, options: SandboxOptions, found: FoundPlaces): Places => {
  const git = gitPlaces(root);
  const nested = found.repositories.map((path) => (kindAt(path) === "folder" ? repository(path).readOnly : [path]));
  const writable = [root, ...[...(options.writable ?? []), ...git.writable].flatMap(real)];
  const isWritable = (path: string): boolean => writable.some((folder) => isWithin(folder, path));
  const readOnly = [...(options.readOnly ?? []), ...git.readOnly, ...nested.flat()].filter(isWritable);
  const committed = [...(found.committed ?? [])].filter(([at]) => isThere(at));
  const hidden = [...(options.hidden ?? []), ...found.secrets.filter((path) => found.committed?.has(path) !== true)].flatMap(real);
  return {
    mounts: [
      ...writable.map((at): Mount => ({ at, show: "writable" })),
      ...readOnly.flatMap(real).map((at): Mount => ({ at, show: "protected" })),
      ...(git.missing === undefined ? [] : [{ at: git.missing, show: "hidden-folder" as const }]),
      ...hidden.map((at): Mount => ({ at, show: kindAt(at) === "folder" ? "hidden-folder" : "hidden-file" })),
      ...committed.map(([at, from]): Mount => ({ at, show: "hidden-file", from })),
    ],
    missing: [...new Set(readOnly)].filter((path) => !isThere(path)),
    ...(git.missing === undefined ? {} : { noRepository: git.missing }),
  };
};

/** With its links resolved, if it is there. */
const real = (path: string): readonly string[] => {
  const place = realPlace(path);
  return place === undefined || kindAt(place) === undefined ? [] : [place];
};

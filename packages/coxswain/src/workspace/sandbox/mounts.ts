import { dirname } from "node:path";

/** The view of a path and everything below it for a command, unless a deeper mount overrides it. */
export interface Mount {
  readonly at: string;
  /**
   * `writable`, `read-only`: the real content. `protected`: read-only inside a writable folder. `hidden-folder`,
   * `hidden-file`: nothing, or the content of `from`, if the path is visible at all. `own`: the folder `from`,
   * writable.
   */
  readonly show: "writable" | "read-only" | "protected" | "hidden-folder" | "hidden-file" | "own";
  readonly from?: string;
}

/**
 * Orders mounts from outer to inner, and omits those without effect. A folder between a writable folder and a protected
 * or hidden path in it becomes a mount too: otherwise it could be renamed and replaced, or its hidden content exposed.
 */
export const inOrder = (mounts: readonly Mount[]): readonly Mount[] => {
  const order: Mount[] = [];
  for (const mount of mounts.toSorted(byPath)) {
    const around = order.findLast(({ at }) => isWithin(at, mount.at));
    if (!changes(mount, around)) continue;
    if (around?.show === "writable") order.push(...between(around.at, mount.at).map((at) => ({ at, show: "writable" as const })));
    order.push(mount);
  }
  return order;
};

/** Returns true if a mount shows something different from the mount around it. */
const changes = (mount: Mount, around: Mount | undefined): boolean => {
  if (around?.at === mount.at && STRICT.indexOf(mount.show) <= STRICT.indexOf(around.show)) return false;
  if (mount.show === "protected") return around?.show === "writable";
  if (mount.show.startsWith("hidden")) return around === undefined || ["writable", "read-only", "protected"].includes(around.show);
  return true;
};

/** The later of these wins if several mounts have the same path. */
const STRICT: readonly Mount["show"][] = ["read-only", "writable", "own", "protected", "hidden-folder", "hidden-file"];

const byPath = (one: Mount, other: Mount): number => {
  const [first, second] = [parts(one.at), parts(other.at)];
  const at = first.findIndex((part, index) => part !== second[index]);
  if (at === -1) return first.length - second.length || STRICT.indexOf(one.show) - STRICT.indexOf(other.show);
  if (at >= second.length) return 1;
  return (first[at] ?? "") < (second[at] ?? "") ? -1 : 1;
};

const parts = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** Returns the folders between two paths, outer ones first. */
const between = (outer: string, inner: string): readonly string[] => {
  const above = dirname(inner);
  return above === outer || above === inner ? [] : [...between(outer, above), above];
};

export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

import { dirname } from "node:path";

/** What a command finds at a path, and below it as far as no other mount says otherwise. */
export interface Mount {
  readonly at: string;
  /**
   * `writable`, `read-only`: what really lies there. `protected`: the same read-only, where it lies in something writable. `hidden-folder`,
   * `hidden-file`: nothing, or the file `from` in its place, where it can be seen at all. `own`: the folder `from`, writable.
   */
  readonly show: "writable" | "read-only" | "protected" | "hidden-folder" | "hidden-file" | "own";
  readonly from?: string;
}

/**
 * In the order to be made in, outer ones first; those that change nothing are left out. A folder between something writable and something
 * protected or hidden in it becomes a mount as well: it could be renamed else, and another one be put in its place, or nobody find what it hides.
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

/** Whether it shows something else than what is around it does. */
const changes = (mount: Mount, around: Mount | undefined): boolean => {
  if (around?.at === mount.at && STRICT.indexOf(mount.show) <= STRICT.indexOf(around.show)) return false;
  if (mount.show === "protected") return around?.show === "writable";
  if (mount.show.startsWith("hidden")) return around === undefined || ["writable", "read-only", "protected"].includes(around.show);
  return true;
};

/** Of several at one path the last one of these holds. */
const STRICT: readonly Mount["show"][] = ["read-only", "writable", "own", "protected", "hidden-folder", "hidden-file"];

const byPath = (one: Mount, other: Mount): number => {
  const [first, second] = [parts(one.at), parts(other.at)];
  const at = first.findIndex((part, index) => part !== second[index]);
  if (at === -1) return first.length - second.length || STRICT.indexOf(one.show) - STRICT.indexOf(other.show);
  if (at >= second.length) return 1;
  return (first[at] ?? "") < (second[at] ?? "") ? -1 : 1;
};

const parts = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** The folders below one path and above the other, outer ones first. */
const between = (outer: string, inner: string): readonly string[] => {
  const above = dirname(inner);
  return above === outer || above === inner ? [] : [...between(outer, above), above];
};

export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

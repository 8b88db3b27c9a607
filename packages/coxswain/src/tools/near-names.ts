import type { Workspace } from "../workspace/index.ts";

/** Returns up to three entries of the folder with names similar to a path that does not exist. */
export const nearNames = async (workspace: Workspace, path: string): Promise<readonly string[]> => {
  const cut = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, cut) || "/", path.slice(cut + 1)];
  const entries = await workspace.list(folder).catch(() => []);
  return entries
    .map((entry) => ({ path: `${folder === "/" ? "" : folder}/${entry.name}`, distance: distance(stem(name), stem(entry.name)) }))
    .filter((entry) => entry.distance <= Math.max(1, name.length / 3))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map((entry) => entry.path);
};

/** Returns the name in lower case and without extensions, so that `Index.js` is similar to `index.ts`. */
const stem = (name: string): string => name.toLowerCase().replace(/(?<=.)\..*$/, "");

/** Levenshtein distance: the number of insertions, deletions and substitutions. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const change = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(change, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

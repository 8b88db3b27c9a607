import { editDistance } from "../base/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** Returns up to three entries of the folder with names similar to a path that does not exist. */
export const nearNames = async (workspace: Workspace, path: string): Promise<readonly string[]> => {
  const cut = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, cut) || "/", path.slice(cut + 1)];
  const entries = await workspace.list(folder).catch(() => []);
  return entries
    .map((entry) => ({ path: `${folder === "/" ? "" : folder}/${entry.name}`, distance: editDistance(stem(name), stem(entry.name)) }))
    .filter((entry) => entry.distance <= Math.max(1, name.length / 3))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map((entry) => entry.path);
};

/** Returns the name in lower case and without extensions, so that `Index.js` is similar to `index.ts`. */
const stem = (name: string): string => name.toLowerCase().replace(/(?<=.)\..*$/, "");

import type { CommandWord, PathUse } from "../../loop/index.ts";
import { usesOf } from "./word-paths.ts";

const ATTACHED = /^(?:-[acFHhIiLlNnPpqSsUuVvwxz0.]*g=?|--i?glob=)(.+)$/s;
/** Options of `rg` before a pattern for names of files. */
export const BEFORE_GLOB = /^(?:-[acFHhIiLlNnPpqSsUuVvwxz0.]*g|--i?glob)$/;

/** Files that `rg` searches because of `--glob`: such a pattern includes hidden files, and its `*` matches a leading dot. */
export const globUses = (rest: readonly CommandWord[]): readonly PathUse[] =>
  rest.flatMap(({ kind, text }, at) => {
    const glob = BEFORE_GLOB.test(rest[at - 1]?.text ?? "") ? text : ATTACHED.exec(text)?.[1];
    if (glob === undefined || glob.startsWith("!")) return [];
    const path = glob.replace(/^\/+/, "");
    const start = path.lastIndexOf("/") + 1;
    const [folder, name] = [path.slice(0, start), path.slice(start)];
    if (/^\**$/.test(name)) return usesOf({ kind, text: folder.replace(/\/?\*.*$|\/$/s, "") || "." }, ["read"], true);
    const names = /^[*?[]/.test(name) ? [name, `.${name}`] : [name];
    return names.flatMap((one) => usesOf({ kind, text: folder + one }, ["read"]));
  });

import type { CommandWord, PathUse } from "../../loop/index.ts";

/** More files of one patch are not looked at. */
const MOST = 50;

/** The files that a patch changes which stands in the line itself; with and without the folder that `-p1` takes away. */
export const patchedFiles = (program: string, rest: readonly CommandWord[], fed: readonly string[]): readonly PathUse[] => {
  const applies = program === "patch" || (program === "git" && rest.some(({ text }) => text === "apply" || text === "am"));
  if (!applies) return [];
  const named = fed.flatMap((text) => [...text.matchAll(NAMED)].slice(0, MOST).map(([, path = ""]) => path));
  return named
    .flatMap((path) => (path === "/dev/null" ? [] : [path, path.replace(/^[^/]*\//, "")]))
    .map((path) => ({ path, use: "write" }));
};

const NAMED = /^(?:\+\+\+|---|\*\*\*|rename to|copy to) ([^\t\n]+)/gm;

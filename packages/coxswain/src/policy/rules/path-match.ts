import { isPattern, partsMeet, pathPattern } from "../shell/index.ts";

/** Folders that rules for paths start at: absolute real paths. */
export interface RulePlaces {
  /** Replaces `~`. Without it, rules with `~` match no file. */
  readonly home?: string;
  /** Start of relative paths. */
  readonly folder?: string;
}

/** A compiled rule for absolute paths. A path that is a pattern matches if both may name the same file. */
export interface PathRule {
  readonly names: (path: string) => boolean;
  /**
   * Returns whether the rule's files are in that folder; `maybe` if they may be in any folder, and this is the session's
   * folder or contains it.
   */
  readonly liesIn: (path: string) => "yes" | "maybe" | "no";
}

export const pathRule = (pattern: string, places: RulePlaces): PathRule => {
  const whole = absolute(pattern, places);
  if (whole === undefined) return { names: () => false, liesIn: () => "no" };
  const matches = pathPattern(whole);
  const tree = whole.endsWith("/**");
  const parts = partsOf(tree ? whole.slice(0, -3) : whole);
  const folder = places.folder === undefined ? [] : partsOf(places.folder);
  // Files that may be in any folder count only for the session's folder and those above it. Otherwise such a rule would
  // apply to every command on a folder.
  const isSessions = (plain: readonly string[]): boolean => plain.every((part, at) => part === folder[at]);
  const literal = parts.slice(0, parts.findIndex(isPattern) === -1 ? undefined : parts.findIndex(isPattern));
  return {
    names(path) {
      const plain = shortest(absolute(path, places) ?? path);
      return matches.test(plain) || (/[*?[{]/.test(plain) && partsMeet(parts, partsOf(plain), tree ? "below" : "all"));
    },
    liesIn(path) {
      const plain = partsOf(shortest(absolute(path, places) ?? path));
      if (partsMeet(literal, plain, "above")) return "yes";
      return isSessions(plain) && partsMeet(parts, plain, "above") ? "maybe" : "no";
    },
  };
};

const absolute = (path: string, { home, folder }: RulePlaces): string | undefined => {
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)) return path;
  // `~ada` is probably the same home.
  const below = /^~[\w-]*(\/.*)?$/s.exec(path);
  if (below !== null) return home === undefined ? undefined : home + (below[1] ?? "");
  return folder === undefined ? path : `${folder}/${path.replace(/^\.\//, "")}`;
};

/** Without `//`, `.` and `..`. */
const shortest = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
};

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

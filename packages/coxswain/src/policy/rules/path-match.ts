import { pathPattern } from "../shell/index.ts";

/** Where rules about paths begin: absolute real paths. */
export interface RulePlaces {
  /** What `~` stands for. Without it such rules are about no file. */
  readonly home?: string;
  /** What relative paths begin at. */
  readonly folder?: string;
}

/** Whether a path, absolute, is one that a rule names. A path that is a pattern itself is met where both may name the same file. */
export type PathRule = (path: string) => boolean;

export const pathRule = (pattern: string, places: RulePlaces): PathRule => {
  const whole = absolute(pattern, places);
  if (whole === undefined) return () => false;
  const matches = pathPattern(whole);
  const parts = whole.split("/");
  return (path) => {
    const plain = shortest(absolute(path, places) ?? path);
    return matches.test(plain) || (/[*?[{]/.test(plain) && mayMeet(parts, plain.split("/")));
  };
};

const absolute = (path: string, { home, folder }: RulePlaces): string | undefined => {
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)) return path;
  if (path === "~" || path.startsWith("~/")) return home === undefined ? undefined : home + path.slice(1);
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

const mayMeet = (rule: readonly string[], path: readonly string[]): boolean => {
  for (const [at, part] of rule.entries()) {
    if (part === "**") return true;
    const other = path[at];
    if (other === undefined) return false;
    if (!pathPattern(other).test(part) && !pathPattern(part).test(other) && !/[*?[]/.test(part)) return false;
  }
  return rule.length === path.length;
};

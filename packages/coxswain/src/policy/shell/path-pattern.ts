/**
 * A pattern of paths: `*` and `?` stand for letters within a name, `**` for any folders, `[…]` for one of its letters, `{a,b}` for one of several.
 * `folder/**` is the folder itself too.
 */
export const pathPattern = (pattern: string): RegExp => {
  const folder = pattern.endsWith("/**") ? pattern.slice(0, -3) : undefined;
  const whole = folder === undefined ? `^${source(pattern)}$` : `^${source(folder)}(?:/.*)?$`;
  try {
    return new RegExp(whole, "s");
  } catch {
    // Letters out of order, as [z-a], match nothing in a shell either.
    return /^(?!)/;
  }
};

const TOKEN = /\*\*\/|\*\*|\*|\?|\[[!^]?[^\]/]+\]|\{[^{}]*\}|[\s\S]/g;

const source = (pattern: string): string => [...pattern.matchAll(TOKEN)].map(([token]) => sourceOf(token)).join("");

const sourceOf = (token: string): string => {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.length > 1 && token.startsWith("[")) {
    const letters = token.slice(1, -1).replace(/^[!^]/, "");
    return `[${letters.length < token.length - 2 ? "^" : ""}${letters.replaceAll(/[\\\]^]/g, String.raw`\$&`)}]`;
  }
  if (token.length > 1) return `(?:${token.slice(1, -1).split(",").map(source).join("|")})`;
  return token.replace(/[$()*+.?[\\\]^{|}/]/, String.raw`\$&`);
};

/** `all`: the path is the place. `below`: it is that, or lies in it. `above`: the place lies in the path. */
export type PathRelation = "all" | "below" | "above";

/** Whether two names may be the same one; `**` of the path is any folder. `first`: it is the first name of the place. */
export type NamesMeet = (place: string, path: string, first: boolean) => boolean;

/**
 * How a path stands to a place, both in parts. Both may be patterns, `**` for any folders among their parts; then it is said whether they may
 * stand so.
 */
export const partsMeet = (
  place: readonly string[],
  path: readonly string[],
  how: PathRelation,
  names: NamesMeet = eitherMatches,
): boolean => {
  // Only `**` can be gone through in more than one way.
  const seen = place.includes("**") || path.includes("**") ? new Map<number, boolean>() : undefined;
  const from = (at: number, along: number): boolean => {
    if (seen === undefined) return step(at, along);
    const key = at * (path.length + 1) + along;
    const met = seen.get(key) ?? step(at, along);
    seen.set(key, met);
    return met;
  };
  const step = (at: number, along: number): boolean => {
    const [part, name] = [place[at], path[along]];
    if (part === undefined) return how === "below" || (how === "all" && name === undefined);
    if (name === undefined) return how === "above" || (part === "**" && from(at + 1, along));
    if (part === "**") return from(at + 1, along) || from(at, along + 1);
    if (name === "**") return from(at, along + 1) || (names(part, name, at === 0) && from(at + 1, along));
    return names(part, name, at === 0) && from(at + 1, along + 1);
  };
  return from(0, 0);
};

const WILD = /[*?[]/;

/** A shell's `*` at the beginning of a name is for no hidden file. */
const eitherMatches: NamesMeet = (place, path) => {
  if (place === path) return true;
  if (place.startsWith(".") && /^[*?[]/.test(path) && path !== "**") return false;
  return (
    (WILD.test(place) && pathPattern(place).test(path)) ||
    (WILD.test(path) && pathPattern(path).test(place)) ||
    (WILD.test(place) && WILD.test(path))
  );
};

/** Whether a path is a pattern. */
export const isPattern = (path: string): boolean => WILD.test(path);

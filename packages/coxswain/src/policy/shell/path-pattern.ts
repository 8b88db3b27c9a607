/**
 * Compiles a pattern of paths: `*` and `?` match within a name, `**` matches any folders, `[…]` one of its characters,
 * `{a,b}` one of several strings. `folder/**` also matches the folder itself.
 */
export const pathPattern = (pattern: string): RegExp => {
  const folder = pattern.endsWith("/**") ? pattern.slice(0, -3) : undefined;
  const whole = folder === undefined ? `^${source(pattern)}$` : `^${source(folder)}(?:/.*)?$`;
  try {
    return new RegExp(whole, "s");
  } catch {
    // A range in the wrong order, such as [z-a], matches nothing in a shell either.
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

/** `all`: the path is the place. `below`: the path is the place or inside it. `above`: the place is inside the path. */
export type PathRelation = "all" | "below" | "above";

/** True if two names may be the same. `**` in the path is any folder. `first`: the place's first name. */
export type NamesMeet = (place: string, path: string, first: boolean) => boolean;

/**
 * Returns whether a path has this relation to a place, both in parts. Both may be patterns, with `**` for any folders;
 * then the result is whether they may have it.
 */
export const partsMeet = (
  place: readonly string[],
  path: readonly string[],
  how: PathRelation,
  names: NamesMeet = eitherMatches,
): boolean => {
  // Only `**` can match in more than one way.
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

/** A shell's `*` at the beginning of a name does not match hidden files. */
const eitherMatches: NamesMeet = (place, path) => {
  if (place === path) return true;
  if (place.startsWith(".") && /^[*?[]/.test(path) && path !== "**") return false;
  return (
    (WILD.test(place) && pathPattern(place).test(path)) ||
    (WILD.test(path) && pathPattern(path).test(place)) ||
    (WILD.test(place) && WILD.test(path))
  );
};

export const isPattern = (path: string): boolean => WILD.test(path);

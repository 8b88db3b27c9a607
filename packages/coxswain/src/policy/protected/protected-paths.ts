import { pathPattern } from "../shell/index.ts";
import { pathParts } from "./path-parts.ts";
import { placesOf, type ProtectedPlace, type ProtectedPlaces } from "./protected-place.ts";

/** What a path has to do with what is protected. */
export interface Protection {
  /** `at`: it is a protected place or lies in one. `above`: such a place lies, or would lie, in it. */
  readonly is: "at" | "above";
  readonly kind: ProtectedPlace["kind"];
}

/** Tells of a path, absolute with its links resolved or as it is named, whether writing it would write to a protected place. It need not exist. */
export const protectedPaths = (places: ProtectedPlaces): ((path: string) => boolean) => {
  const protectionOf = protections(places);
  return (path) => protectionOf(path)?.is === "at";
};

/** The same with what it is. A path may be a pattern: it is protected if it may be. */
export const protections = (places: ProtectedPlaces): ((path: string) => Protection | undefined) => {
  const all = placesOf(places).map((place) => ({ ...place, parts: pathParts(place.parts.join("/")) }));
  const folder = places.folder === undefined ? undefined : pathParts(places.folder);
  return (path) => {
    const rooted = /^[\\/]|^[a-z]:[\\/]/i.test(path);
    const whole = /^~(?=[\\/]|$)/.test(path) && places.home !== undefined ? pathParts(places.home + path.slice(1)) : pathParts(path);
    const at = all.find((place) => liesAt(whole, place));
    if (at !== undefined) return { is: "at", kind: at.kind };
    const above = all.find((place) => liesAbove(whole, place));
    if (above !== undefined) return { is: "above", kind: above.kind };
    if (folder !== undefined && (rooted ? begins(folder, whole) : whole.every((part) => part === "..")))
      return { is: "above", kind: EVERYTHING };
    return undefined;
  };
};

const EVERYTHING = {
  what: "the whole folder, hooks of git and settings of editors among it",
  when: "git is used there, or the folder is opened",
} as const satisfies ProtectedPlace["kind"];

const liesAt = (path: readonly string[], { parts, rooted, alone }: ProtectedPlace): boolean =>
  starts(path, rooted).some((start) => meets(parts, path.slice(start), alone ? "all" : "below"));

/** A place that may be anywhere has to have begun: any folder is above all of those. */
const liesAbove = (path: readonly string[], { parts, rooted }: ProtectedPlace): boolean =>
  (rooted || parts.length > 1) &&
  starts(path, rooted).some((start) => (rooted || start < path.length) && meets(parts, path.slice(start), "above"));

const starts = (path: readonly string[], rooted: boolean): readonly number[] => (rooted ? [0] : path.map((_, at) => at));

/** Whether a path is this place, lies below it or lies above it. */
const meets = (place: readonly string[], path: readonly string[], how: "all" | "below" | "above"): boolean => {
  const [part, ...rest] = place;
  const [name, ...names] = path;
  if (part === undefined) return how === "below" ? true : how === "all" && name === undefined;
  if (name === undefined) return how === "above";
  if (part === "**") return meets(rest, path, how) || meets(place, names, how);
  if (name === "**") return meets(place, names, how) || meets(rest, path, how);
  return namesMeet(part, name) && meets(rest, names, how);
};

/** Two names, of which each may be a pattern. A shell's `*` at the beginning of a name is for no hidden file, and one that says nothing more is for none here. */
const namesMeet = (part: string, name: string): boolean => {
  if (part === name) return true;
  if (/[*?[]/.test(name))
    return !/^[*?[\]!a-z-]*$/.test(name) && !(part.startsWith(".") && /^[*?[]/.test(name)) && pathPattern(name).test(part);
  return part.includes("*") && pathPattern(part).test(name);
};

const begins = (whole: readonly string[], start: readonly string[]): boolean => start.every((part, at) => part === whole[at]);

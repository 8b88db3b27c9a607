import type { CommandEffects, PathUse } from "../../loop/index.ts";
import type { Judgement, Policy } from "../policy.ts";
import { type ProtectedPlaces, placesOf, type ProtectedPlace } from "./protected-place.ts";
import { isPattern, type NamesMeet, partsMeet, type PathRelation, pathPattern } from "../shell/index.ts";

/**
 * Asks before anything writes to a place that runs code automatically: hooks, start-up files, the configuration of agents,
 * editors and package managers. The place need not exist. Also asks before a folder with such a place is removed, moved or
 * unpacked into. The strictest policy decides, so no other policy allows it without a question.
 */
export const protectedPlaces = (places: ProtectedPlaces): Policy => {
  const protectionOf = protections(places);
  const ofPath = ({ path, whole }: Pick<PathUse, "path" | "whole">): Judgement | undefined => {
    const found = protectionOf(path);
    return found === undefined || (found.is === "above" && whole !== true) ? undefined : asked(path, found);
  };
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined =>
    firstJudgement(
      paths.filter(({ use }) => use !== "read"),
      ofPath,
    );
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    return effect === "write" ? firstJudgement([subject, ...alsoKnownAs], (path) => ofPath({ path })) : undefined;
  };
};

/** The first judgement. */
const firstJudgement = <One>(many: readonly One[], judge: (one: One) => Judgement | undefined): Judgement | undefined => {
  for (const one of many) {
    const judgement = judge(one);
    if (judgement !== undefined) return judgement;
  }
  return undefined;
};

const asked = (path: string, { is, kind: { what, when } }: Protection): Judgement => ({
  verdict: "ask",
  reason: is === "at" ? `${path} is ${what}, which runs code when ${when}` : `${path} contains ${what}, which runs code when ${when}`,
});

/** The relation of a path to a protected place. */
export interface Protection {
  /** `at`: the path is a protected place or inside one. `above`: such a place is, or would be, inside the path. */
  readonly is: "at" | "above";
  readonly kind: ProtectedPlace["kind"];
}

/**
 * Returns a function that decides whether writing a path would write to a protected place. The path is absolute with its
 * links resolved, or as named. It need not exist.
 */
export const protectedPaths = (places: ProtectedPlaces): ((path: string) => boolean) => {
  const protectionOf = protections(places);
  return (path) => protectionOf(path)?.is === "at";
};

/** The same with the kind of place. A path may be a pattern: it is protected if any match may be. */
const protections = (places: ProtectedPlaces): ((path: string) => Protection | undefined) => {
  const folder = places.folder === undefined ? undefined : pathParts(places.folder);
  const worktreeFolders = (places.worktreeFolders ?? []).map(pathParts);
  // Built with the first path: most processes write nothing.
  let index: PlaceIndex | undefined;
  return (path) => {
    index ??= placeIndex(placesOf(places).map((place) => ({ ...place, parts: pathParts(place.parts.join("/")) })));
    const named = namedPath(atHome(path, places.home));
    const near = starts(named).flatMap(
      (start) => index?.(named.parts[start], start === 0 && named.rooted).map((place) => ({ place, start })) ?? [],
    );
    const around = worktreeFolders.find((parts) => named.rooted && named.parts.length > parts.length && isPrefix(parts, named.parts));
    const isAround = ({ parts, rooted }: ProtectedPlace): boolean => rooted && around !== undefined && isPrefix(parts, around);
    const at = near.find(({ place, start }) => meets(named, start, place, place.alone ? "all" : "below") && !isAround(place));
    if (at !== undefined) return { is: "at", kind: at.place.kind };
    // A place that may be anywhere must match in part: any folder is above all of those.
    const above = near.find(({ place, start }) => meets(named, start, place, "above"));
    if (above !== undefined) return { is: "above", kind: above.place.kind };
    return holdsFolder(named, folder) ? { is: "above", kind: EVERYTHING } : undefined;
  };
};

const isPrefix = (first: readonly string[], parts: readonly string[]): boolean => first.every((part, at) => part === parts[at]);

/** Finds places that may begin with a part of a path. `rooted`: the part is at the root of the file system. */
type PlaceIndex = (part: string | undefined, rooted: boolean) => readonly ProtectedPlace[];

const placeIndex = (places: readonly ProtectedPlace[]): PlaceIndex => {
  const named = Map.groupBy(places, ({ parts: [first = ""] }) => first);
  const patterns = [...named].filter(([first]) => isPattern(first)).map(([first, all]) => ({ first: pathPattern(first), all }));
  return (part, rooted) => {
    const open = part === undefined || isPattern(part);
    const near = open ? places : [...(named.get(part) ?? []), ...patterns.flatMap(({ first, all }) => (first.test(part) ? all : []))];
    return near.filter((place) => rooted || !place.rooted);
  };
};

interface NamedPath {
  readonly parts: readonly string[];
  /** The path starts at the root of the file system. */
  readonly rooted: boolean;
}

const namedPath = (path: string): NamedPath => ({ parts: pathParts(path), rooted: /^[\\/]|^[a-z]:[\\/]/i.test(path) });

/** Expands `~`, and `~ada`, which is probably the same. */
const atHome = (path: string, home: string | undefined): string =>
  home === undefined ? path : path.replace(/^~[\w-]*(?=[\\/]|$)/, () => home);

const EVERYTHING = {
  what: "hooks of git and settings of editors, or may later",
  when: "git is used there, or the folder is opened",
} as const satisfies ProtectedPlace["kind"];

/** Indexes in a path at which a place may begin. */
const starts = ({ parts }: NamedPath): readonly number[] => (parts.length === 0 ? [0] : parts.map((_, at) => at));

const meets = (path: NamedPath, start: number, { parts, rooted }: ProtectedPlace, how: PathRelation): boolean =>
  (!rooted || start === 0) &&
  (rooted || start < path.parts.length) &&
  partsMeet(parts, path.parts.slice(start), how, rooted ? namesMeet : anywhereNamesMeet);

/** A shell's `*` at the beginning of a name does not match hidden files. */
const namesMeet: NamesMeet = (place, name) => {
  if (place === name || name === "**") return true;
  if (!isPattern(name)) return isPattern(place) && pathPattern(place).test(name);
  if (place.startsWith(".") && /^[*?[]/.test(name)) return false;
  return isPattern(place) ? ending(place) === ending(name) : pathPattern(name).test(place);
};

/** `*` and `**` do not match the first name of a place that may be anywhere: `rm *` names nothing in particular. */
const anywhereNamesMeet: NamesMeet = (place, name, first) => !(first && /^[*?]+$/.test(name)) && namesMeet(place, name, first);

const ending = (pattern: string): string => /\.[^.*?[\]]*$/.exec(pattern)?.[0] ?? "";

/** The session's folder, or a folder that contains it. `*` in it matches no hidden file, and so no protected place. */
const holdsFolder = ({ parts, rooted }: NamedPath, folder: readonly string[] | undefined): boolean =>
  rooted ? folder !== undefined && parts.every((part, at) => part === folder[at]) : parts.every((part) => part === "..");

/**
 * The parts of a path in a form that is equal for all names under which a file system may find it: letter case, Unicode
 * composition, ignored characters, `..` and `/proc/self/root`. A relative path keeps leading `..`.
 */
const pathParts = (path: string): readonly string[] => {
  const parts: string[] = [];
  for (const part of folded(path).split(/[\\/]+/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !/^[\\/]/.test(path)) parts.push(part === ".." ? part : part.replace(/(?:[. ]+|::\$.*)$/, "") || part);
    if (parts[0] === "proc" && parts.at(-1) === "root" && ROOT.test(parts.join("/"))) parts.length = 0;
  }
  return parts;
};

const ROOT = /^proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/root$/;

/** HFS+ ignores them in names, so `.g\u200Cit` is `.git`. */
const IGNORED = /[\u200B-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

const folded = (path: string): string => path.replaceAll(IGNORED, "").normalize("NFC").toLowerCase().normalize("NFC");

import { braceExpansion } from "../shell/index.ts";
import { PROTECTED_KINDS, type ProtectedKind } from "./protected-kinds.ts";

/** Where what runs code by itself lies on this machine. Absolute real paths. */
export interface ProtectedPlaces {
  /** The person's home. */
  readonly home?: string;
  /** The session's folder: a command that replaces it whole replaces what is protected in it. */
  readonly folder?: string;
  /** Folders and files of Coxswain's own, wherever they are: its configuration, its data. */
  readonly also?: readonly string[];
  /**
   * Folders in those that are worked in, as those with the working trees of agents: what lies in them is protected as anywhere else, and not because
   * of what is around them.
   */
  readonly worked?: readonly string[];
}

/** One place, in parts between its slashes. */
export interface ProtectedPlace {
  readonly kind: Pick<ProtectedKind, "what" | "when">;
  readonly parts: readonly string[];
  /** It begins at the root of the file system; else in any folder. */
  readonly rooted: boolean;
  /** What lies in it is not protected. */
  readonly alone: boolean;
}

const OWN = {
  what: "a part of what Coxswain keeps: its settings, sessions and answers",
  when: "Coxswain is started",
} as const satisfies ProtectedKind;

/** Every place that is protected, as far as it can be named. */
export const placesOf = ({ home, also = [] }: Pick<ProtectedPlaces, "home" | "also">): readonly ProtectedPlace[] => [
  ...PROTECTED_KINDS.flatMap((kind) => [
    ...(kind.itself ?? []).flatMap(expanded).map((path) => place(kind, path, { alone: true })),
    ...(kind.anywhere ?? []).flatMap(expanded).map((path) => place(kind, path)),
    ...(home === undefined ? [] : (kind.home ?? []).flatMap(expanded)).map((path) => place(kind, `${home}/${path}`, { rooted: true })),
    ...(kind.system ?? []).flatMap(expanded).map((path) => place(kind, path, { rooted: true })),
  ]),
  ...also.map((path) => place(OWN, path, { rooted: true })),
];

const place = (kind: ProtectedPlace["kind"], path: string, how: Partial<ProtectedPlace> = {}): ProtectedPlace => ({
  kind,
  parts: path.split(/[\\/]+/).filter((part) => part !== ""),
  rooted: false,
  alone: false,
  ...how,
});

const expanded = (pattern: string): readonly string[] => braceExpansion(pattern) ?? [pattern];

/** What of a folder is protected, if it is there: absolute paths. Those that no name tells alone, as `*.code-workspace`, are not among them. */
export const protectedIn = (folder: string): readonly string[] => PROTECTED_KINDS.flatMap(({ anywhere = [] }) => listed(folder, anywhere));

/** What of a home is protected, if it is there: absolute paths, those of `protectedIn` among them. */
export const protectedAtHome = (home: string): readonly string[] => [
  ...protectedIn(home),
  ...PROTECTED_KINDS.flatMap((kind) => listed(home, kind.home ?? [])),
];

const listed = (folder: string, patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap(expanded)
    .filter((path) => !path.includes("*"))
    .map((path) => `${folder.replace(/\/$/, "")}/${path}`);

import { braceExpansion } from "../shell/index.ts";
import { PROTECTED_KINDS, type ProtectedKind } from "./protected-kinds.ts";

/** Folders of this machine that contain files which run code automatically. Absolute real paths. */
export interface ProtectedPlaces {
  /** The user's home. */
  readonly home?: string;
  /** The session's folder. A command that replaces it replaces the protected places in it. */
  readonly folder?: string;
  /** Coxswain's configuration and data folders. */
  readonly also?: readonly string[];
  /**
   * Folders inside of `also` that sessions work in, such as the worktrees of agents. They are not protected as a whole;
   * protected places in them are.
   */
  readonly worktreeFolders?: readonly string[];
}

/** A protected place, split at its slashes. */
export interface ProtectedPlace {
  readonly kind: Pick<ProtectedKind, "what" | "when">;
  readonly parts: readonly string[];
  /** It starts at the root of the file system; otherwise it may be in any folder. */
  readonly rooted: boolean;
  /** Files in it are not protected. */
  readonly alone: boolean;
}

const OWN = {
  what: "part of Coxswain's settings, sessions or saved answers",
  when: "Coxswain is started",
} as const satisfies ProtectedKind;

/** All protected places. */
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

/** Protected places in a folder, as absolute paths, whether they exist or not. Patterns such as `*.code-workspace` are omitted. */
export const protectedIn = (folder: string): readonly string[] => PROTECTED_KINDS.flatMap(({ anywhere = [] }) => listed(folder, anywhere));

/** Protected places in a home, as absolute paths, including those of `protectedIn`. */
export const protectedAtHome = (home: string): readonly string[] => [
  ...protectedIn(home),
  ...PROTECTED_KINDS.flatMap((kind) => listed(home, kind.home ?? [])),
];

const listed = (folder: string, patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap(expanded)
    .filter((path) => !path.includes("*"))
    .map((path) => `${folder.replace(/\/$/, "")}/${path}`);

import { readFileSync } from "node:fs";
import { isWithin, type Mount } from "../mounts.ts";

/** Location of a file according to the kernel: a file system, and a path in it. */
export interface Origin {
  readonly device: string;
  /** With the kernel's escapes. */
  readonly path: string;
  /** True if it is mounted read-only. */
  readonly readOnly: boolean;
}

/** Returns the mounts of this process, as the kernel lists them. */
export const ownMounts = (): string => readFileSync("/proc/self/mountinfo", "utf8");

/** Returns a function from resolved paths to their locations, according to a table of mounts. Default: this process's own. */
export const originsOf = (table = ownMounts()): ((path: string) => Origin | undefined) => {
  const mounts = table.split("\n").flatMap((line) => {
    const [, , device, root, at, options] = line.split(" ");
    return device === undefined || root === undefined || at === undefined
      ? []
      : [{ device, root, at, readOnly: options?.split(",")[0] === "ro" }];
  });
  return (path) => {
    const escaped = escapedPath(path);
    // The last of several mounts at one path is on top.
    const around = mounts.reduce<(typeof mounts)[number] | undefined>(
      (best, mount) => (isWithin(mount.at, escaped) && (best === undefined || mount.at.length >= best.at.length) ? mount : best),
      undefined,
    );
    if (around === undefined) return undefined;
    const rest = around.at === "/" ? escaped : escaped.slice(around.at.length);
    return { device: around.device, readOnly: around.readOnly, path: `${around.root === "/" ? "" : around.root}${rest}` || "/" };
  };
};

/** Escapes a path as the kernel does in its tables. */
export const escapedPath = (path: string): string =>
  path.replaceAll(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);

/** Returns the folders in which mounts may be writable, in the kernel's notation, without a trailing slash. */
export const freeIn = ({ mounts }: { readonly mounts: readonly Mount[] }): readonly string[] => [
  ...mounts.filter(({ show }) => show === "writable" || show === "own").map(({ at }) => escapedPath(at).replace(/\/$/, "")),
  "/dev",
  "/proc",
];

/** Returns the other writable mounts in the mount table of a confined process. */
export const straysIn = (table: string, free: readonly string[]): readonly string[] =>
  table.split("\n").flatMap((line) => {
    const [, , , , at = "", options = ""] = line.split(" ");
    return /^rw(?:,|$)/.test(options) && !free.some((folder) => isWithin(folder, at)) ? [at] : [];
  });

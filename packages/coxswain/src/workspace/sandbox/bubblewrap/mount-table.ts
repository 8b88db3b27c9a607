import { readFileSync } from "node:fs";
import { isWithin } from "../mounts.ts";

/** Location of a file according to the kernel: a file system, and a path in it. */
export interface Origin {
  readonly device: string;
  /** With the kernel's escapes. */
  readonly path: string;
  /** True if it is mounted read-only. */
  readonly readOnly: boolean;
}

/** Returns a function from resolved paths to their locations, according to the mounts of this process. */
export const originsOf = (table = readFileSync("/proc/self/mountinfo", "utf8")): ((path: string) => Origin | undefined) => {
  const mounts = table.split("\n").flatMap((line) => {
    const [, , device, root, at, options] = line.split(" ");
    return device === undefined || root === undefined || at === undefined
      ? []
      : [{ device, root, at, readOnly: options?.split(",")[0] === "ro" }];
  });
  return (path) => {
    const escaped = escapedPath(path);
    // Of several mounts at one path the last is on top.
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

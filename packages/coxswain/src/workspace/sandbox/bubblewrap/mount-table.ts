import { readFileSync } from "node:fs";
import { isWithin } from "../mounts.ts";

/** Where a file lies, as the kernel tells it: a file system, and a path in that. */
export interface Origin {
  readonly device: string;
  /** With the kernel's escapes. */
  readonly path: string;
  /** Whether it is mounted so that nobody writes there. */
  readonly readOnly: boolean;
}

/** Tells of real paths where they lie, by the mounts of this process. */
export const originsOf = (table = readFileSync("/proc/self/mountinfo", "utf8")): ((path: string) => Origin | undefined) => {
  const mounts = table.split("\n").flatMap((line) => {
    const [, , device, root, at, options] = line.split(" ");
    return device === undefined || root === undefined || at === undefined
      ? []
      : [{ device, root, at, readOnly: options?.split(",")[0] === "ro" }];
  });
  return (path) => {
    const escaped = escapedPath(path);
    // Of several at one place the last one is on top.
    const around = mounts.reduce<(typeof mounts)[number] | undefined>(
      (best, mount) => (isWithin(mount.at, escaped) && (best === undefined || mount.at.length >= best.at.length) ? mount : best),
      undefined,
    );
    if (around === undefined) return undefined;
    const rest = around.at === "/" ? escaped : escaped.slice(around.at.length);
    return { device: around.device, readOnly: around.readOnly, path: `${around.root === "/" ? "" : around.root}${rest}` || "/" };
  };
};

/** As the kernel writes it in its tables. */
export const escapedPath = (path: string): string =>
  path.replaceAll(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);

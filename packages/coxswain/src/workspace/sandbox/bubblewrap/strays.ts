import { isWithin, type Mount } from "../mounts.ts";
import { escapedPath } from "./mount-table.ts";

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

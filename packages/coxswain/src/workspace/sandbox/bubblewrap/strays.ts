import { isWithin, type Mount } from "../mounts.ts";
import { escapedPath } from "./mount-table.ts";

/** The folders in which something may be writable, as the kernel writes them, without a slash at their end. */
export const freeIn = ({ mounts }: { readonly mounts: readonly Mount[] }): readonly string[] => [
  ...mounts.filter(({ show }) => show === "writable" || show === "own").map(({ at }) => escapedPath(at).replace(/\/$/, "")),
  "/dev",
  "/proc",
];

/** What is writable all the same, by the table of mounts of something confined. */
export const straysIn = (table: string, free: readonly string[]): readonly string[] =>
  table.split("\n").flatMap((line) => {
    const [, , , , at = "", options = ""] = line.split(" ");
    return /^rw(?:,|$)/.test(options) && !free.some((folder) => isWithin(folder, at)) ? [at] : [];
  });

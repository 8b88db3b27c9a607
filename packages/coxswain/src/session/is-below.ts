import { sep } from "node:path";

/** Whether a folder is another one, or below it. Both absolute. */
export const isBelow = (folder: string, other: string): boolean => `${folder}${sep}`.startsWith(`${other}${sep}`);

import { basename } from "node:path";
import { below, kindAt } from "./existing-paths.ts";
import { SANDBOX_NAME } from "./sandbox-folder.ts";

/** True for the mark of a command whose sandbox has a mount over the folder of the path. */
export const isMark = (path: string): boolean => SANDBOX_NAME.test(basename(path));

/** True for a folder that is empty, apart from the marks of commands. */
export const isEmptyFolder = (path: string): boolean => kindAt(path) === "folder" && below(path).every(isMark);

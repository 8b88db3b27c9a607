import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type { ProjectPart } from "../configuration/index.ts";
import { escapeLine, escapeText } from "../output/index.ts";

/** Lines of a file, and names in a folder, that are shown at most. */
const MOST = 40;
/** Bytes of a file that are looked at. */
const BYTES = 64 * 1024;

/** What a part of a project is, to look at: of a file its text, of a folder the names in it. None of it is interpreted. */
export const partLines = ({ kind, path }: ProjectPart, project: string): string => {
  const name = relative(project, path);
  const shown = contentOf(path, project);
  const more = shown.length > MOST ? [`… and more: look at ${name}`] : [];
  const lines = [...shown.slice(0, MOST), ...more].map((line) => `    ${escapeText(line)}\n`);
  return `  ${kind}: ${escapeLine(name)}\n${lines.join("")}`;
};

const contentOf = (path: string, project: string): readonly string[] => {
  try {
    const way = relative(project, realpathSync.native(path));
    if (way.startsWith("..") || isAbsolute(way)) return ["it is a link that leads out of the project"];
    return namesIn(path) ?? textOf(path).trimEnd().split("\n");
  } catch (error) {
    return [`it cannot be looked at: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const namesIn = (path: string): readonly string[] | undefined => {
  try {
    return readdirSync(path).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
};

/** Of a pipe or a device nothing is read: it could wait for ever. */
const textOf = (path: string): string => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error("it is no file");
    const bytes = Buffer.alloc(BYTES);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
};

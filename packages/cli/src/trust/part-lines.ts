import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type { ProjectPart } from "../configuration/index.ts";
import { escapeLine, escapeText } from "../output/index.ts";

/** Maximum lines of a file, or names in a folder. */
const MAX_LINES = 40;
/** Maximum bytes read from a file. */
const MAX_BYTES = 64 * 1024;

/** Shows a part of a project for review: a file's text, or the names in a folder. Interprets nothing. */
export const partLines = ({ kind, path }: ProjectPart, project: string): string => {
  const name = relative(project, path);
  const { lines: all, cut } = contentOf(path, project);
  const more = cut || all.length > MAX_LINES ? [`… and more: see ${name}`] : [];
  const lines = [...all.slice(0, MAX_LINES), ...more].map((line) => `    ${escapeText(line)}\n`);
  return `  ${kind}: ${escapeLine(name)}\n${lines.join("")}`;
};

interface Content {
  readonly lines: readonly string[];
  /** True if there is more: the rest may be what matters. */
  readonly cut: boolean;
}

const contentOf = (path: string, project: string): Content => {
  try {
    const way = relative(project, realpathSync.native(path));
    if (way.startsWith("..") || isAbsolute(way)) return whole(["a link to a place outside the project"]);
    return namesIn(path) ?? textOf(path);
  } catch (error) {
    return whole([`cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
};

const whole = (lines: readonly string[]): Content => ({ lines, cut: false });

const namesIn = (path: string): Content | undefined => {
  try {
    return whole(readdirSync(path).toSorted());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
};

/** Rejects pipes and devices, which could block. */
const textOf = (path: string): Content => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error("not a regular file");
    const bytes = Buffer.alloc(MAX_BYTES);
    const text = bytes.toString("utf8", 0, readSync(descriptor, bytes));
    return { lines: text.trimEnd().split("\n"), cut: stat.size > MAX_BYTES };
  } finally {
    closeSync(descriptor);
  }
};

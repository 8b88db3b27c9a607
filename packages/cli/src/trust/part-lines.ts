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
  const { lines: all, cut } = contentOf(path, project);
  const more = cut || all.length > MOST ? [`… and more: look at ${name}`] : [];
  const lines = [...all.slice(0, MOST), ...more].map((line) => `    ${escapeText(line)}\n`);
  return `  ${kind}: ${escapeLine(name)}\n${lines.join("")}`;
};

interface Content {
  readonly lines: readonly string[];
  /** It goes on: what is not shown may be what counts. */
  readonly cut: boolean;
}

const contentOf = (path: string, project: string): Content => {
  try {
    const way = relative(project, realpathSync.native(path));
    if (way.startsWith("..") || isAbsolute(way)) return whole(["it is a link that leads out of the project"]);
    return namesIn(path) ?? textOf(path);
  } catch (error) {
    return whole([`it cannot be looked at: ${error instanceof Error ? error.message : String(error)}`]);
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

/** Of a pipe or a device nothing is read: it could wait for ever. */
const textOf = (path: string): Content => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error("it is no file");
    const bytes = Buffer.alloc(BYTES);
    const text = bytes.toString("utf8", 0, readSync(descriptor, bytes));
    return { lines: text.trimEnd().split("\n"), cut: stat.size > BYTES };
  } finally {
    closeSync(descriptor);
  }
};

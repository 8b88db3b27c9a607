import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type UserPart } from "coxswain/providers";
import { readImage } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";
import { block } from "./block.ts";
import type { LineRange, Mention, Reading } from "./mentions.ts";

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Names in the list of a folder. */
const MAX_NAMES = 500;

/** The files that a task mentions. */
export interface MentionedFiles {
  readonly parts: readonly UserPart[];
  /** Words that name no file, and so are only text. */
  readonly text: readonly string[];
}

/**
 * Reads the files that a task mentions, in order and without duplicates: an image as an image part, text in a block, the
 * names in a folder in a block. A word that names no file is text.
 * @throws {UsageError} for a file that cannot be read, or is neither text nor an image
 */
export const mentionedFiles = async (mentions: readonly Mention[], cwd: string): Promise<MentionedFiles> => {
  const files = new Map<string, MentionedFile>();
  const text: string[] = [];
  const found = await Promise.all(mentions.map(async ({ word, readings }) => ({ word, file: await firstFile(readings, cwd) })));
  for (const { word, file } of found) {
    const key = file === undefined ? "" : `${rangeText(file)} ${place(file.path, cwd)}`;
    if (file === undefined) text.push(word);
    else if (!files.has(key)) files.set(key, file);
  }
  return { parts: await Promise.all([...files.values()].map((file) => partOf(file, cwd))), text };
};

/** `path`: as the task names it. */
interface MentionedFile extends Reading {
  readonly isFolder: boolean;
  /** Bytes. */
  readonly size: number;
}

const firstFile = async (readings: readonly Reading[], cwd: string): Promise<MentionedFile | undefined> => {
  for (const reading of readings) {
    const file = await find(reading, cwd);
    if (file !== undefined) return file;
  }
  return undefined;
};

const find = async (reading: Reading, cwd: string): Promise<MentionedFile | undefined> => {
  const { path } = reading;
  try {
    const stats = await stat(place(path, cwd));
    if (!stats.isFile() && !stats.isDirectory()) throw new UsageError(`@${path} is not a regular file`);
    return { ...reading, isFolder: stats.isDirectory(), size: stats.size };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw unreadable(path, error);
  }
};

const partOf = async (file: MentionedFile, cwd: string): Promise<UserPart> => {
  const { path, isFolder, size, lines } = file;
  if (isFolder) return folderPart(file, cwd);
  if (size > MAX_FILE_BYTES) throw tooLarge(path, size);
  const bytes = await readFile(place(path, cwd)).catch((error: unknown) => Promise.reject(unreadable(path, error)));
  const image = readImage(bytes);
  if (image?.whole === false) throw new UsageError(`@${path} is a truncated image`);
  if (image !== undefined && lines !== undefined) throw new UsageError(`@${path} is an image and has no lines. Write @${path}`);
  if (image !== undefined) return { type: "image", mediaType: image.mediaType, data: bytes.toString("base64"), name: path };
  if (lines === undefined && bytes.length > MAX_TEXT_BYTES) throw tooLarge(path, size);
  if (lines === undefined) return { type: "text", text: block("file", ` path=${JSON.stringify(path)}`, decode(path, bytes)) };
  const { text, range } = linesOf(decode(path, bytes), path, lines);
  if (text.length > MAX_TEXT_BYTES) throw tooLarge(`${path}:${lines.typed}`, text.length);
  return { type: "text", text: block("file", ` path=${JSON.stringify(path)} lines="${range}"`, text) };
};

/** A range may end after the last line. @throws {UsageError} for lines that the file does not have */
const linesOf = (text: string, path: string, { typed, first, last }: LineRange): LinesOfFile => {
  const all = text.split("\n");
  const count = all.at(-1) === "" ? all.length - 1 : all.length;
  if (first < 1) throw new UsageError(`@${path}:${typed} names no line: the first line is 1`);
  if (last < first)
    throw new UsageError(`@${path}:${typed} is not a range of lines. Write @${path}:${last < 1 ? first : `${last}-${first}`}`);
  if (first > count) throw new UsageError(`@${path} has ${count} ${count === 1 ? "line" : "lines"}, so it has no line ${first}`);
  const end = Math.min(last, count);
  return { text: all.slice(first - 1, end).join("\n"), range: first === end ? String(first) : `${first}-${end}` };
};

interface LinesOfFile {
  readonly text: string;
  /** The lines in the text, as `10-12`. */
  readonly range: string;
}

const rangeText = ({ lines }: Reading): string => {
  if (lines === undefined) return "";
  return lines.first === lines.last ? String(lines.first) : `${lines.first}-${lines.last}`;
};

const folderPart = async ({ path, lines }: MentionedFile, cwd: string): Promise<UserPart> => {
  if (lines !== undefined) throw new UsageError(`@${path} is a folder and has no lines. Write @${path}`);
  const entries = await readdir(place(path, cwd), { withFileTypes: true }).catch((error: unknown) =>
    Promise.reject(unreadable(path, error)),
  );
  const names = entries.map((entry) => escapeLine(entry.name) + (entry.isDirectory() ? "/" : "")).toSorted();
  const more = names.length > MAX_NAMES ? [`… ${names.length - MAX_NAMES} more`] : [];
  const listed = names.length === 0 ? ["(empty)"] : [...names.slice(0, MAX_NAMES), ...more];
  return { type: "text", text: block("folder", ` path=${JSON.stringify(path)}`, listed.join("\n")) };
};

const place = (name: string, cwd: string): string => (name.startsWith("~/") ? join(homedir(), name.slice(2)) : resolve(cwd, name));

const unreadable = (name: string, error: unknown): unknown =>
  error instanceof UsageError || !(error instanceof Error) ? error : new UsageError(`@${name} cannot be read: ${error.message}`);

const tooLarge = (name: string, bytes: number): UsageError =>
  new UsageError(
    `@${name} is too large to include (${Math.ceil(bytes / 1024)} KiB). Write ${name} without the @, and the model reads it as needed`,
  );

const decode = (name: string, bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // reported below
  }
  throw new UsageError(`@${name} is neither UTF-8 text nor a PNG, JPEG, GIF or WebP image`);
};

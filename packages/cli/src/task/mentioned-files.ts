import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type UserPart } from "coxswain/providers";
import { readImage } from "coxswain/tools";
import { UsageError } from "../argv/index.ts";
import { block } from "./block.ts";
import type { Mention } from "./mentions.ts";

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/**
 * The files that a task names, in order and each once, as parts of the prompt: an image as it is, a text in a block.
 * @throws {UsageError} when there is none, or one is neither.
 */
export const mentionedFiles = async (mentions: readonly Mention[], cwd: string): Promise<readonly UserPart[]> => {
  const files = new Map<string, FoundFile>();
  for (const file of await Promise.all(mentions.map((mention) => find(mention, cwd)))) {
    const path = place(file.name, cwd);
    if (!files.has(path)) files.set(path, file);
  }
  return Promise.all([...files.values()].map((file) => partOf(file, cwd)));
};

interface FoundFile {
  /** As the task names it. */
  readonly name: string;
  readonly folder: boolean;
  /** Bytes. */
  readonly size: number;
}

const find = async ({ path, shorter }: Mention, cwd: string): Promise<FoundFile> => {
  const found = (await kindOf(path, cwd)) ?? (shorter === undefined ? undefined : await kindOf(shorter, cwd));
  if (found === undefined)
    throw new UsageError(`there is no file ${path}, which the task names as @${path} (write \\@ for an @ that names none)`);
  return found;
};

const partOf = async ({ name, folder, size }: FoundFile, cwd: string): Promise<UserPart> => {
  if (folder) throw new UsageError(`@${name} is a folder: name a file in it, or just write ${name} without the @`);
  if (size > MAX_IMAGE_BYTES) throw tooLarge(name, size);
  const bytes = await readFile(place(name, cwd)).catch((error: unknown) => Promise.reject(unreadable(name, error)));
  const image = readImage(bytes);
  if (image?.whole === false) throw new UsageError(`@${name} is an image that was cut off`);
  if (image !== undefined) return { type: "image", mediaType: image.mediaType, data: bytes.toString("base64"), name };
  if (bytes.length > MAX_TEXT_BYTES) throw tooLarge(name, size);
  return { type: "text", text: block("file", ` path=${JSON.stringify(name)}`, decode(name, bytes)) };
};

const kindOf = async (name: string, cwd: string): Promise<FoundFile | undefined> => {
  try {
    const stats = await stat(place(name, cwd));
    if (!stats.isFile() && !stats.isDirectory()) throw new UsageError(`@${name} is not a regular file`);
    return { name, folder: stats.isDirectory(), size: stats.size };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw unreadable(name, error);
  }
};

const place = (name: string, cwd: string): string => (name.startsWith("~/") ? join(homedir(), name.slice(2)) : resolve(cwd, name));

const unreadable = (name: string, error: unknown): unknown =>
  error instanceof UsageError || !(error instanceof Error) ? error : new UsageError(`@${name} cannot be read: ${error.message}`);

const tooLarge = (name: string, bytes: number): UsageError =>
  new UsageError(
    `@${name} is too large to send along (${Math.ceil(bytes / 1024)} KiB): write ${name} without the @, and it is read as needed`,
  );

const decode = (name: string, bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // told below
  }
  throw new UsageError(`@${name} is neither text in UTF-8 nor a PNG, JPEG, GIF or WebP image`);
};

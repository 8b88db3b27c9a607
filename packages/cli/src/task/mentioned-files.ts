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
 * Reads the files that a task mentions, in order and without duplicates: an image as an image part, text in a block.
 * @throws {UsageError} for a missing file, or one that is neither text nor an image
 */
export const mentionedFiles = async (mentions: readonly Mention[], cwd: string): Promise<readonly UserPart[]> => {
  const files = new Map<string, MentionedFile>();
  for (const file of await Promise.all(mentions.map((mention) => find(mention, cwd)))) {
    const path = place(file.name, cwd);
    if (!files.has(path)) files.set(path, file);
  }
  return Promise.all([...files.values()].map((file) => partOf(file, cwd)));
};

interface MentionedFile {
  /** As the task names it. */
  readonly name: string;
  readonly folder: boolean;
  /** Bytes. */
  readonly size: number;
}

const find = async ({ path, shorter }: Mention, cwd: string): Promise<MentionedFile> => {
  const found = (await kindOf(path, cwd)) ?? (shorter === undefined ? undefined : await kindOf(shorter, cwd));
  if (found === undefined) throw new UsageError(`no such file: @${path} (write \\@ for a literal @)`);
  return found;
};

const partOf = async ({ name, folder, size }: MentionedFile, cwd: string): Promise<UserPart> => {
  if (folder) throw new UsageError(`@${name} is a folder. Name a file in it, or write ${name} without the @`);
  if (size > MAX_IMAGE_BYTES) throw tooLarge(name, size);
  const bytes = await readFile(place(name, cwd)).catch((error: unknown) => Promise.reject(unreadable(name, error)));
  const image = readImage(bytes);
  if (image?.whole === false) throw new UsageError(`@${name} is a truncated image`);
  if (image !== undefined) return { type: "image", mediaType: image.mediaType, data: bytes.toString("base64"), name };
  if (bytes.length > MAX_TEXT_BYTES) throw tooLarge(name, size);
  return { type: "text", text: block("file", ` path=${JSON.stringify(name)}`, decode(name, bytes)) };
};

const kindOf = async (name: string, cwd: string): Promise<MentionedFile | undefined> => {
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

import { closeSync, constants, openSync, readSync } from "node:fs";
import type { Entry } from "../../log/index.ts";
import { blobPath, isBlobName, type Reference, unpackEntrySync } from "../blobs/index.ts";

/**
 * Replaces the blobs of an entry by the beginnings of their strings, which is all that the index searches. Lost and
 * binary content becomes an empty string.
 */
export const withBeginnings = (entry: Entry, folder: string, length: number): Entry =>
  unpackEntrySync(entry, (reference) => beginning(folder, reference, length));

const beginning = (folder: string, { $blob: name, as }: Reference, length: number): string => {
  if (!isBlobName(name) || as !== undefined) return "";
  let descriptor: number | undefined;
  try {
    descriptor = openSync(blobPath(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0)).toString();
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

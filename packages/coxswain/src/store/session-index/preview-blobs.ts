import { closeSync, constants, openSync, readSync } from "node:fs";
import type { Entry } from "../../log/index.ts";
import { blobPath, isBlobName, type Reference, unpackEntrySync } from "../blobs/index.ts";

/**
 * Replaces the blobs of an entry by the first characters of their strings; the index searches no more of them. Lost
 * and binary content becomes an empty string.
 */
export const withBlobPreviews = (entry: Entry, folder: string, length: number): Entry =>
  unpackEntrySync(entry, (reference) => preview(folder, reference, length));

const preview = (folder: string, { $blob: name, as }: Reference, length: number): string => {
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

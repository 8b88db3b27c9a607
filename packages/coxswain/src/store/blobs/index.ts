export { blobPath, isBlobName } from "./blob-file.ts";
export { BlobWriter } from "./blob-writer.ts";
export { collectBlobs } from "./collect-blobs.ts";
export type { Collected, CollectOptions } from "./collect-blobs.ts";
export { contentIn, unpackEntries } from "./content.ts";
export { packEntry } from "./pack-entry.ts";
export type { Reference } from "./reference.ts";
export { isPacked, unpackEntrySync } from "./unpack-entry.ts";
export type { ContentOf } from "./unpack-entry.ts";

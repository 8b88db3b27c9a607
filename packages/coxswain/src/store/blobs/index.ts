export { blobPath, isBlobName } from "./blob-file.ts";
export { BlobWriter } from "./blob-writer.ts";
export { type Collected, collectBlobs, type CollectOptions } from "./collect-blobs.ts";
export { contentIn, unpackEntries } from "./content.ts";
export { packEntry } from "./pack-entry.ts";
export type { Reference } from "./reference.ts";
export { type ContentOf, isPacked, unpackEntrySync } from "./unpack-entry.ts";

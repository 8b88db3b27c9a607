export { blobPath, isBlobName } from "./blob-file.ts";
export { BlobWriter } from "./blob-writer.ts";
export { collectBlobs, type Collected, type CollectOptions } from "./collect-blobs.ts";
export { contentIn, unpackEntries } from "./content.ts";
export { packEntry, type Reference, isPacked, unpackEntrySync, type ContentOf } from "./packed-entry.ts";
export { readNamed } from "./read-blob.ts";

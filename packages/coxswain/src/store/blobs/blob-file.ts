import { join } from "node:path";

/** The longest text that there can be in JavaScript has so many characters: nothing longer comes back. */
export const MAX_BLOB_BYTES = 512 * 1024 * 1024;

/** What a blob's file is called while it is written, followed by something unique. */
export const NEW = ".new-";
/** What it is called while the collector decides about it, followed by something unique. */
export const ASIDE = ".aside-";

const ALGORITHM = "sha256-";
const NAME = /^sha256-[0-9a-f]{64}$/;
/** 256 folders keep each of them small. */
const FOLDER_DIGITS = 2;

/** What a blob of these bytes goes by. `node:crypto` costs a start 4 ms, so it is loaded with the first blob. */
export const blobName = (bytes: Uint8Array): string => ALGORITHM + process.getBuiltinModule("node:crypto").hash("sha256", bytes, "hex");

export const isBlobName = (name: unknown): name is string => typeof name === "string" && NAME.test(name);

/** Where a blob stands in the folder of blobs: `ab/cdef…`. */
export const blobPath = (folder: string, name: string): string => {
  const digits = name.slice(ALGORITHM.length);
  return join(folder, digits.slice(0, FOLDER_DIGITS), digits.slice(FOLDER_DIGITS));
};

/** The name of the blob whose file this is, in whichever state: undefined for a file that is none of ours. */
export const nameOfFile = (subfolder: string, file: string): string | undefined => {
  const [digits = ""] = file.split(".");
  const name = ALGORITHM + subfolder + digits;
  return isBlobName(name) ? name : undefined;
};

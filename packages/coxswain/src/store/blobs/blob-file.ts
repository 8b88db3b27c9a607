import { join } from "node:path";

/** Maximum length of a string in JavaScript; longer content could not be read back. */
export const MAX_BLOB_BYTES = 512 * 1024 * 1024;

/** Infix of a blob's file while it is written, followed by a unique suffix. */
export const NEW = ".new-";
/** Infix of a blob's file while the collector decides about it, followed by a unique suffix. */
export const ASIDE = ".aside-";

const ALGORITHM = "sha256-";
const NAME = /^sha256-[0-9a-f]{64}$/;
/** Two digits make 256 folders, so that each of them stays small. */
const FOLDER_DIGITS = 2;

/** Returns the name of a blob. `node:crypto` takes 4 ms to load, so it is loaded with the first blob. */
export const blobName = (bytes: Uint8Array): string => ALGORITHM + process.getBuiltinModule("node:crypto").hash("sha256", bytes, "hex");

export const isBlobName = (name: unknown): name is string => typeof name === "string" && NAME.test(name);

/** Returns the path of a blob in the folder of blobs: `ab/cdef…`. */
export const blobPath = (folder: string, name: string): string => {
  const digits = name.slice(ALGORITHM.length);
  return join(folder, digits.slice(0, FOLDER_DIGITS), digits.slice(FOLDER_DIGITS));
};

/** Returns the name of the blob that a file belongs to, in any state, or undefined for an unrelated file. */
export const nameOfFile = (subfolder: string, file: string): string | undefined => {
  const [digits = ""] = file.split(".");
  const name = ALGORITHM + subfolder + digits;
  return isBlobName(name) ? name : undefined;
};

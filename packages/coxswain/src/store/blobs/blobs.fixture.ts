import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Note, note } from "../store.fixture.ts";

/** Returns a string that is long enough for a blob, different for each number. */
export const longText = (number: number, length = 10_000): string => `${number} `.padEnd(length, "lorem ipsum ");

/** Returns an entry with such a string. */
export const longNote = (seq: number, number = seq): Note => note(seq, longText(number));

/** Returns the paths of all files in the folder of blobs. */
export const blobPaths = (directory: string): readonly string[] =>
  readdirSync(join(directory, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

/** Returns the total size of all files below a folder. */
export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Note, note } from "../store.fixture.ts";

/** A text that is kept as a blob, another one for each number. */
export const longText = (number: number, length = 10_000): string => `${number} `.padEnd(length, "lorem ipsum ");

/** An entry with such a text. */
export const longNote = (seq: number, number = seq): Note => note(seq, longText(number));

/** The paths of all files in a sessions directory's folder of blobs. */
export const blobPaths = (directory: string): readonly string[] =>
  readdirSync(join(directory, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();

/** Bytes of all files below a folder. */
export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

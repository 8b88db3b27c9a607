import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Damage, Entry } from "../log/index.ts";
import { type ContentOf, isPacked, unpackEntries } from "./blobs/index.ts";
import { decodeLine, salvage } from "./decode-line.ts";
import { type Line, readLines } from "./lines.ts";

/** What is done with a file besides handing on its entries. */
export interface Reading {
  /** Is told what is no entry. */
  readonly report: (damage: Damage) => void;
  /** Where long texts come from. Absent: they are left out, and entries are as they stand in their lines. */
  readonly contentOf?: ContentOf;
  /** Is told where the line of an entry begins, and where it has ended. */
  readonly place?: (entry: Entry, start: number, end: number) => void;
}

/** The entries of a session file in order. What is no entry is passed over and reported. */
export async function* readEntries(path: string, reading: Reading): AsyncGenerator<Entry> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* readPart(file, reading, 0);
}

/** The same of a part of it, from where a line begins to where one has ended. */
export async function* readPart(file: FileHandle, reading: Reading, from: number, to?: number): AsyncGenerator<Entry> {
  const { contentOf } = reading;
  for await (const lines of readLines(file, from, to)) {
    const packed = contentOf !== undefined && lines.some(({ bytes }) => bytes !== undefined && isPacked(bytes));
    const entries = lines.flatMap((line) => entriesOf(line, reading));
    if (packed) yield* unpackEntries(entries, contentOf);
    else for (const entry of entries) yield entry;
  }
}

const entriesOf = (line: Line, { report, place }: Reading): readonly Entry[] => {
  const { offset, length, bytes } = line;
  if (offset === 0) return []; // the header
  const entry = bytes && decodeLine(bytes);
  if (entry !== undefined) {
    place?.(entry, offset, offset + length + 1);
    return [entry];
  }
  const found = bytes === undefined ? [] : salvage(bytes);
  const damage = describe(line, found.length);
  if (damage !== undefined) report(damage);
  return found;
};

const describe = ({ bytes, offset, length, ended }: Line, found: number): Damage | undefined => {
  if (!ended && found === 0) return { kind: "torn", offset, detail: `the last ${length} bytes are an entry cut short` };
  if (bytes !== undefined && /^[ \t\r]*$/.test(bytes.toString())) return undefined;
  const rest = found === 0 ? "" : `; ${found} found whole inside it`;
  return { kind: "line", offset, detail: `${length} bytes at ${offset} are no entry${rest}` };
};

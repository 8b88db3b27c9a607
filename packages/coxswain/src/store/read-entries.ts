import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Damage, decodeEntry, type Entry } from "../log/index.ts";
import { type ContentOf, isPacked, unpackEntries } from "./blobs/index.ts";
import { salvage, textOfLine } from "./decode-line.ts";
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

/** The entries of a session file in order; without a path, none. What is no entry is passed over and reported. */
export async function* readEntries(path: string | undefined, reading: Reading): AsyncGenerator<Entry> {
  if (path === undefined) return;
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const entries of readPart(file, reading, 0)) for (const entry of entries) yield entry;
}

/** The same of a part of it, from where a line begins to where one has ended: as many at a time as were read together. */
export async function* readPart(file: FileHandle, reading: Reading, from: number, to?: number): AsyncGenerator<readonly Entry[]> {
  const { contentOf } = reading;
  for await (const lines of readLines(file, from, to)) {
    const { entries, packed } = decode(lines, reading);
    if (contentOf === undefined || !packed) yield entries;
    // One by one: a short line may stand for much.
    else for await (const entry of unpackEntries(entries, contentOf)) yield [entry];
  }
}

const decode = (lines: readonly Line[], { report, place }: Reading): { readonly entries: readonly Entry[]; readonly packed: boolean } => {
  const entries: Entry[] = [];
  let packed = false;
  for (const line of lines) {
    const { offset, length, bytes } = line;
    if (offset === 0) continue; // the header
    const text = bytes && textOfLine(bytes);
    const entry = text === undefined ? undefined : decodeEntry(text);
    if (text !== undefined && isPacked(text)) packed = true;
    if (entry !== undefined) {
      entries.push(entry);
      place?.(entry, offset, offset + length + 1);
      continue;
    }
    const found = bytes === undefined ? [] : salvage(bytes);
    const damage = describe(line, found.length);
    if (damage !== undefined) report(damage);
    entries.push(...found);
  }
  return { entries, packed };
};

const describe = ({ bytes, offset, length, ended }: Line, found: number): Damage | undefined => {
  if (!ended && found === 0) return { kind: "torn", offset, detail: `the last ${length} bytes are an entry cut short` };
  if (bytes !== undefined && /^[ \t\r]*$/.test(bytes.toString())) return undefined;
  const rest = found === 0 ? "" : `; ${found} found whole inside it`;
  return { kind: "line", offset, detail: `${length} bytes at ${offset} are no entry${rest}` };
};

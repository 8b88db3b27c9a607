import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Damage, decodeEntry, type Entry } from "../log/index.ts";
import { type ContentOf, isPacked, unpackEntries } from "./blobs/index.ts";
import { salvage, lineText } from "./decode-line.ts";
import { type Line, readLines } from "./read-lines.ts";

/** Callbacks and options for reading a file. */
export interface Reading {
  /** Receives each line that is not an entry. */
  readonly report: (damage: Damage) => void;
  /**
   * Source of content stored outside of the log. Default: none; packed entries are returned as they are in their lines.
   */
  readonly contentOf?: ContentOf;
  /** Receives the byte range of each entry's line. */
  readonly onLine?: (entry: Entry, start: number, end: number) => void;
}

/**
 * Yields the entries of a session file in order, or none without a path. Lines that are not entries are reported and
 * skipped.
 */
export async function* readEntries(path: string | undefined, reading: Reading): AsyncGenerator<Entry> {
  if (path === undefined) return;
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const entries of readPart(file, reading, 0)) for (const entry of entries) yield entry;
}

/** Yields the entries between two offsets, which must be line boundaries, in batches of one read each. */
export async function* readPart(file: FileHandle, reading: Reading, from: number, to?: number): AsyncGenerator<readonly Entry[]> {
  const { contentOf } = reading;
  for await (const lines of readLines(file, from, to)) {
    const { entries, packed } = decode(lines, reading);
    if (contentOf === undefined || !packed) yield entries;
    // One by one, since a short line may reference large content.
    else for await (const entry of unpackEntries(entries, contentOf)) yield [entry];
  }
}

const decode = (lines: readonly Line[], { report, onLine }: Reading): { readonly entries: readonly Entry[]; readonly packed: boolean } => {
  const entries: Entry[] = [];
  let packed = false;
  for (const line of lines) {
    const { offset, length, bytes } = line;
    if (offset === 0) continue; // the header
    const text = bytes && lineText(bytes);
    const entry = text === undefined ? undefined : decodeEntry(text);
    if (text !== undefined && isPacked(text)) packed = true;
    if (entry !== undefined) {
      entries.push(entry);
      onLine?.(entry, offset, offset + length + 1);
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
  if (!ended && found === 0) return { kind: "torn", offset, detail: `the last ${length} bytes are an incomplete entry` };
  if (bytes !== undefined && /^[ \t\r]*$/.test(bytes.toString())) return undefined;
  const rest = found === 0 ? "" : `; ${found} complete entries found inside`;
  return { kind: "line", offset, detail: `${length} bytes at ${offset} are not an entry${rest}` };
};

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Damage, Entry } from "../log/index.ts";
import { type ContentOf, isPacked, unpackEntries } from "./blobs/index.ts";
import { decodeLine, salvage } from "./decode-line.ts";
import { type Line, readLines } from "./lines.ts";

/**
 * The entries of a session file in order, with their long texts from `contentOf`; without it, as they stand in their
 * lines. What is no entry is passed over and reported.
 */
export async function* readEntries(path: string, report: (damage: Damage) => void, contentOf?: ContentOf): AsyncGenerator<Entry> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const lines of readLines(file)) {
    const packed = contentOf !== undefined && lines.some(({ bytes }) => bytes !== undefined && isPacked(bytes));
    const entries = lines.flatMap((line) => entriesOf(line, report));
    if (packed) yield* unpackEntries(entries, contentOf);
    else for (const entry of entries) yield entry;
  }
}

const entriesOf = (line: Line, report: (damage: Damage) => void): readonly Entry[] => {
  if (line.offset === 0) return []; // the header
  const entry = line.bytes && decodeLine(line.bytes);
  if (entry !== undefined) return [entry];
  const found = line.bytes === undefined ? [] : salvage(line.bytes);
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

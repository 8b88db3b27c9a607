import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Damage, Entry } from "../log/index.ts";
import { decodeLine, salvage } from "./decode-line.ts";
import { type Line, readLines } from "./lines.ts";

/** The entries of a session file in order. What is no entry is passed over and reported. */
export async function* readEntries(path: string, report: (damage: Damage) => void): AsyncGenerator<Entry> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  for await (const lines of readLines(file)) {
    for (const line of lines) {
      if (line.offset === 0) continue; // the header
      const entry = line.bytes && decodeLine(line.bytes);
      if (entry !== undefined) {
        yield entry;
        continue;
      }
      const found = line.bytes === undefined ? [] : salvage(line.bytes);
      const damage = describe(line, found.length);
      if (damage !== undefined) report(damage);
      yield* found;
    }
  }
}

const describe = ({ bytes, offset, length, ended }: Line, found: number): Damage | undefined => {
  if (!ended && found === 0) return { kind: "torn", offset, detail: `the last ${length} bytes are an entry cut short` };
  if (bytes !== undefined && /^[ \t\r]*$/.test(bytes.toString())) return undefined;
  const rest = found === 0 ? "" : `; ${found} found whole inside it`;
  return { kind: "line", offset, detail: `${length} bytes at ${offset} are no entry${rest}` };
};

import type { Damage, Entry } from "../../log/index.ts";
import { textOf } from "./blob-text.ts";
import { readBlob } from "./read-blob.ts";
import { type ContentOf, unpackEntry } from "./unpack-entry.ts";

/** Content from a folder of blobs. What is missing or damaged there is reported. */
export const contentIn =
  (folder: string, report: (damage: Damage) => void): ContentOf =>
  async (reference, { seq }) => {
    try {
      const bytes = await readBlob(folder, reference);
      return textOf({ bytes, ...(reference.as === undefined ? {} : { as: reference.as }) });
    } catch (error) {
      const what = `${reference.bytes} bytes kept as ${reference.$blob}: ${reasonOf(error)}`;
      report({ kind: "blob", detail: `entry ${seq} lost ${what}` });
      return `[content lost: ${what}]`;
    }
  };

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? "the file is missing" : error.message;
};

/** How many entries are unpacked at once: enough to keep the disk busy, and few beside what they may hold. */
const AT_ONCE = 8;

/** Unpacks entries, in their order. */
export async function* unpackEntries(packed: readonly Entry[], contentOf: ContentOf): AsyncGenerator<Entry> {
  for (let from = 0; from < packed.length; from += AT_ONCE) {
    yield* await Promise.all(packed.slice(from, from + AT_ONCE).map((entry) => unpackEntry(entry, contentOf)));
  }
}

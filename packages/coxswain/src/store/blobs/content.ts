import type { Damage, Entry } from "../../log/index.ts";
import { decodeContent, type ContentOf, unpackEntry } from "./packed-entry.ts";
import { readBlob } from "./read-blob.ts";

/** Returns a reader of content in a folder of blobs. It reports missing or damaged content. */
export const contentIn =
  (folder: string, report: (damage: Damage) => void): ContentOf =>
  async (reference, { seq }) => {
    try {
      const bytes = await readBlob(folder, reference);
      return decodeContent({ bytes, ...(reference.as === undefined ? {} : { as: reference.as }) });
    } catch (error) {
      const lost = `${reference.bytes} bytes stored as ${reference.$blob}: ${reasonOf(error)}`;
      report({ kind: "blob", detail: `entry ${seq} lost ${lost}` });
      return `[content lost: ${lost}]`;
    }
  };

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code === "ENOENT" ? "the file is missing" : error.message;
};

/** Number of entries to unpack concurrently: enough to keep the disk busy, without much memory. */
const AT_ONCE = 8;

/** Unpacks entries, in order. */
export async function* unpackEntries(packed: readonly Entry[], contentOf: ContentOf): AsyncGenerator<Entry> {
  for (let from = 0; from < packed.length; from += AT_ONCE) {
    yield* await Promise.all(packed.slice(from, from + AT_ONCE).map((entry) => unpackEntry(entry, contentOf)));
  }
}

import { decodeEntry, decodeHeader, type Entry, type Header, isCheckpoint, LogFormatError } from "../log/index.ts";
import { isValidEntry } from "../journal/index.ts";
import { ImportError } from "./errors.ts";
import { SkippedContent } from "./foreign/index.ts";
import type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
import { BROKEN, withoutMark } from "./read-records.ts";
import { without } from "./without.ts";

/** Imports a session that was exported as lines. @throws {ImportError} */
export const ownSession = async (read: ReadLines, { now }: Pick<ImportOptions, "now">): Promise<ImportedSession> => {
  const left = new SkippedContent();
  const { header, until } = await survey(read);
  // An untrusted checkpoint could contain a state that does not match the entries.
  const goes = (entry: Entry): boolean => {
    const sound = isValidEntry(entry);
    if (!sound) left.add(`malformed ${entry.type}`);
    return !sound || isCheckpoint(entry);
  };
  async function* entries(): AsyncGenerator<Entry> {
    const ids = new Set<string>();
    let first = true;
    for await (const line of read()) {
      const entry = line === undefined ? undefined : decodeEntry(line);
      if (!first && entry !== undefined && !ids.has(entry.id)) {
        ids.add(entry.id);
        yield entry;
      } else if (!first && line?.trim() !== "") left.add(entry === undefined ? BROKEN : "double entry");
      first = false;
    }
  }
  return {
    from: "coxswain",
    header,
    until: Math.min(until, now),
    entries: () => without(entries(), goes),
    get left() {
      return left.counts;
    },
  };
};

/** Reads the header, and the time of the last entry. @throws {ImportError} */
const survey = async (read: ReadLines): Promise<{ readonly header: Header; readonly until: number }> => {
  let header: Header | undefined;
  let until: number | undefined;
  for await (const line of read()) {
    if (header === undefined) header = ownHeader(line ?? "");
    else until = (line === undefined ? undefined : decodeEntry(line)?.at) ?? until;
  }
  if (header === undefined) throw new ImportError("This is not an export of a session: it is empty.");
  return { header, until: until ?? header.at };
};

const ownHeader = (line: string): Header => {
  try {
    return decodeHeader(withoutMark(line));
  } catch (error) {
    if (error instanceof LogFormatError) throw new ImportError(`This is not an export of a session. ${error.message}`, { cause: error });
    throw error;
  }
};

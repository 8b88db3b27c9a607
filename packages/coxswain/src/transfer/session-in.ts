import { originOf } from "./detect.ts";
import { ImportError } from "./errors.ts";
import { foreignSession } from "./foreign-session.ts";
import type { Origin } from "./import-entry.ts";
import type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
import { ownSession } from "./own-session.ts";
import { records } from "./read-records.ts";

/** Imports the session of a file. @throws {ImportError} */
export const sessionIn = async (read: ReadLines, options: ImportOptions): Promise<ImportedSession> => {
  const from = options.from ?? (await detect(read));
  return from === "coxswain" ? ownSession(read) : foreignSession(read, from, options);
};

/** Maximum number of lines to search for a record that identifies the source program. */
const LOOKED_AT = 100;

const detect = async (read: ReadLines): Promise<Origin> => {
  for await (const { record, line } of records(read)) {
    const origin = originOf(record);
    if (origin !== undefined) return origin;
    if (line >= LOOKED_AT) break;
  }
  throw new ImportError("This is no session of Coxswain, pi, Claude Code or Codex; if it is one, say which with --from.");
};

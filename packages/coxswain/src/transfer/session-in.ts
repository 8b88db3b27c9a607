import { FORMAT } from "../log/index.ts";
import type { Json } from "./foreign/index.ts";
import { ImportError } from "./errors.ts";
import { foreignSession } from "./foreign-session.ts";
import type { Origin, ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
import { ownSession } from "./own-session.ts";
import { records } from "./read-records.ts";

/** Imports the session of a file. @throws {ImportError} */
export const sessionIn = async (read: ReadLines, options: ImportOptions): Promise<ImportedSession> => {
  const from = options.from ?? (await detect(read));
  return from === "coxswain" ? ownSession(read, options) : foreignSession(read, from, options);
};

/** Maximum number of lines to search for a record that identifies the source program. */
const MAX_LINES = 100;

const detect = async (read: ReadLines): Promise<Origin> => {
  for await (const { record, line } of records(read)) {
    const origin = originOf(record);
    if (origin !== undefined) return origin;
    if (line >= MAX_LINES) break;
  }
  throw new ImportError("This is not a session of Coxswain, pi, Claude Code or Codex. If it is one, name its program with --from.");
};

/** Returns the program that wrote a record; undefined for an ambiguous record. */
const originOf = (record: Json): Origin | undefined => {
  const { type } = record;
  if (record["format"] === FORMAT) return "coxswain";
  if (type === "session" && typeof record["id"] === "string") return "pi";
  if (CODEX.has(type) && typeof record["payload"] === "object") return "codex";
  // The first line of a file from 2025.
  if (type === undefined && typeof record["id"] === "string" && "instructions" in record) return "codex";
  const uuids = typeof record["uuid"] === "string" && "parentUuid" in record;
  return uuids || (type === "summary" && typeof record["leafUuid"] === "string") ? "claude" : undefined;
};

const CODEX: ReadonlySet<unknown> = new Set(["session_meta", "response_item", "turn_context", "event_msg", "compacted"]);

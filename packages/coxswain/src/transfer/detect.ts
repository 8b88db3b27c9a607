import { FORMAT } from "../log/index.ts";
import type { Origin } from "./import-entry.ts";
import type { Json } from "./foreign/index.ts";

/** Returns the program that wrote a record; undefined for an ambiguous record. */
export const originOf = (record: Json): Origin | undefined => {
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

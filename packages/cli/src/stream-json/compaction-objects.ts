import { systemObject } from "./system-object.ts";
import type { Event } from "coxswain";

/** Compaction events in Claude Code's format; empty for any other event. */
export const compactionObjects = (event: Event): readonly object[] => {
  if (event.type === "compaction_start") return [status("compacting")];
  if (event.type !== "compaction_end") return [];
  if (!("entry" in event)) return [status(null)];
  const { reason, tokensBefore, tokensAfter } = event;
  const metadata = { trigger: reason === "manual" ? "manual" : "auto", pre_tokens: tokensBefore, post_tokens: tokensAfter };
  return [status(null), systemObject("compact_boundary", { compact_metadata: metadata })];
};

const status = (what: "compacting" | null): object => systemObject("status", { status: what });

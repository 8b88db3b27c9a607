import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompactionEntry } from "coxswain/session";
import { compactionObjects } from "../stream-json/index.ts";
import { compactionLine } from "./compaction-line.ts";

const entry = { summaryTokens: 900 } as CompactionEntry;
const end = { type: "compaction_end", reason: "threshold", entry, tokensBefore: 160_000, tokensAfter: 24_000 } as const;

test("S0-08, S0-38: reports the start and end of a compaction with the tokens before and after", () => {
  assert.equal(
    compactionLine({ type: "compaction_start", reason: "threshold", tokens: 160_000 }),
    "Compacting the conversation (160,000 tokens)",
  );
  assert.equal(compactionLine(end), "Compacted from 160,000 tokens to 24,000 tokens");
});

test("reports on one escaped line that a failed or stopped compaction changed nothing", () => {
  const failed = compactionLine({ type: "compaction_end", reason: "manual", error: { code: "auth", message: "No\u001b[2J key." } });
  assert.equal(failed, "Compaction failed; the conversation is unchanged: No\\x1b[2J key.");
  assert.match(compactionLine({ type: "compaction_end", reason: "manual", aborted: true }), /is unchanged/);
});

test("emits compaction status and boundary in stream-json", () => {
  const at = { seq: 1, at: 1, sessionId: "s", agent: { id: "s", depth: 0 } };
  assert.deepEqual(compactionObjects({ ...at, type: "compaction_start", reason: "threshold", tokens: 160_000 }), [
    { type: "system", subtype: "status", status: "compacting" },
  ]);
  assert.deepEqual(compactionObjects({ ...at, ...end }), [
    { type: "system", subtype: "status", status: null },
    { type: "system", subtype: "compact_boundary", compact_metadata: { trigger: "auto", pre_tokens: 160_000, post_tokens: 24_000 } },
  ]);
  assert.deepEqual(compactionObjects({ ...at, type: "compaction_end", reason: "manual", aborted: true }), [
    { type: "system", subtype: "status", status: null },
  ]);
});

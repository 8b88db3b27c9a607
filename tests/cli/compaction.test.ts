import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import type { LoopbackReply, LoopbackRequest } from "coxswain/testing";
import { jsonLines, openCox } from "./cox-scene.ts";

const asksForSummary = ({ text }: LoopbackRequest): boolean => text.includes("You write summaries of an agent's work");
/** Its context window has 200,000 tokens. */
const MODEL = "anthropic/claude-sonnet-4-5";
const SUMMARY = "# Goal\nCounting.";
const summarizing = (...replies: readonly LoopbackReply[]) =>
  (() => {
    const left = [...replies];
    return (request: LoopbackRequest): LoopbackReply => (asksForSummary(request) ? SUMMARY : (left.shift() ?? "Continue."));
  })();

test("S0-83: /compact replaces the conversation by a summary, follows its instructions, and prints it", async () => {
  await using cox = await openCox(summarizing("One.", "Two.", "Three."));
  await cox.run(["First"]);
  await cox.run(["-c", "Second"]);
  const { code, stdout, stderr } = await cox.run(["-c", "/compact keep the API decisions"]);
  assert.deepEqual([code, stdout], [0, `${SUMMARY}\n`], stderr);
  assert.match(stderr, /^Compacting the conversation \([\d,]+ tokens\)\nCompacted from [\d,]+ tokens to [\d,]+ tokens\n$/);
  assert.match(cox.server.requests.at(-1)?.text ?? "", /keep the API decisions/);
  await cox.run(["-c", "Third"]);
  assert.match(cox.server.requests.at(-1)?.text ?? "", /Counting\./);
  const [id = ""] = (await cox.sessionFiles()).map((path) => basename(path, ".jsonl"));
  assert.match((await cox.run(["sessions", "show", id])).stdout, /\(compacted: this summary replaces messages 1 to 2/);
});

test("/uncompact undoes the last compaction, and reports when there is none", async () => {
  await using cox = await openCox(summarizing("One.", "Two.", "Three."));
  await cox.run(["First"]);
  await cox.run(["-c", "Second"]);
  await cox.run(["-c", "/compact"]);
  const { code, stdout } = await cox.run(["-c", "/uncompact"]);
  assert.deepEqual([code, stdout], [0, "Undid the last compaction.\n"]);
  await cox.run(["-c", "Third"]);
  assert.doesNotMatch(cox.server.requests.at(-1)?.text ?? "", /Counting\./);
  const again = await cox.run(["-c", "/uncompact"]);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /no compaction to undo/);
});

test("/compact rejects a new or short session", async () => {
  await using cox = await openCox(summarizing("One."));
  const fresh = await cox.run(["/compact"]);
  assert.equal(fresh.code, 2);
  assert.match(fresh.stderr, /add -c or -r ID/);
  const limited = await cox.run(["-c", "/compact", "--max-time", "1s"]);
  assert.deepEqual([limited.code, limited.stderr], [2, "cox: --max-time cannot be used with /compact\n"]);
  await cox.run(["First"]);
  const short = await cox.run(["-c", "/compact"]);
  assert.equal(short.code, 1);
  assert.match(short.stderr, /nothing to compact/);
});

test("S0-56: continues a task automatically after a compaction, which stream-json reports like Claude Code", async () => {
  const full: LoopbackReply = { text: "Two.", usage: { input: 175_000 } };
  await using cox = await openCox(summarizing("One.", full, "Three."));
  await cox.run(["First", "-m", MODEL]);
  await cox.run(["-c", "Second"]);
  const { code, stdout } = await cox.run(["-c", "Third", "--output-format", "stream-json"]);
  assert.equal(code, 0);
  const emitted = jsonLines(stdout).flatMap(({ type, subtype, status }) => (type === "system" ? [[subtype, status]] : []));
  assert.deepEqual(emitted, [
    ["init", undefined],
    ["status", "compacting"],
    ["status", null],
    ["compact_boundary", undefined],
  ]);
});

test("--no-compaction leaves the conversation unchanged", async () => {
  const full: LoopbackReply = { text: "Two.", usage: { input: 175_000 } };
  await using cox = await openCox(summarizing("One.", full, "Three."));
  await cox.run(["First", "-m", MODEL, "--no-compaction"]);
  await cox.run(["-c", "Second"]);
  await cox.run(["-c", "Third"]);
  assert.ok(!cox.server.requests.some(asksForSummary));
});

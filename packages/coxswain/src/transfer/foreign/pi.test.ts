import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntry } from "../../loop/index.ts";
import { imported, inShort } from "../imports.fixture.ts";
import { PI, PI_HEADER, piAnswer, piEntry, piUser } from "./pi.fixture.ts";

const text = (content: string) => [{ type: "text", text: content }];

test("imports a pi session: preserves messages, calls, images, commands, models, thinking, bookmarks and names", async () => {
  const { session, log } = await imported(PI);
  assert.equal(session.from, "pi");
  assert.equal(session.header.id, "pi-0199f2e0-1111-7222-8333-444455556666");
  assert.equal(session.header.at, Date.parse("2026-01-03T14:00:00Z"));
  assert.deepEqual(session.header.parent, { session: "pi-0199f2e0-0000-7000-8000-000000000000", entry: null });
  assert.deepEqual(inShort(log.path.entries), [
    'setup {"setup":{"model":"anthropic/claude-sonnet-4-5"}}',
    "user: Fix it.",
    'assistant: (Let me look.) I look. [read {"path":"a.ts"}]',
    "tool read toolu_1: Shown: [image/png iVBORw0KGgo=]",
    "assistant: Done.",
    'shell {"command":"ls","output":"a.ts\\n","exitCode":0,"include":true}',
    'model_change {"model":"openai/gpt-5"}',
    'thinking_change {"thinking":"high"}',
    'label {"target":"l5","label":"here"}',
    'title_change {"title":"The boat"}',
    "user extension: A hint.",
    'import {"from":"pi","session":"0199f2e0-1111-7222-8333-444455556666","left":{"custom":1}}',
  ]);
  const answer = (log.path.entries[2] as MessageEntry).message;
  assert.ok(answer.role === "assistant");
  assert.deepEqual(answer.usage, { input: 10, cacheRead: 100, cacheWrite: 20, output: 5, reasoning: 0 });
  assert.deepEqual([answer.cost, answer.stop], [0.03, "tool_calls"]);
  assert.deepEqual(answer.content[0], { type: "reasoning", text: "Let me look.", providerData: { anthropic: { signature: "c2ln" } } });
});

test("preserves branches, and the last written one is active", async () => {
  const { log } = await imported([
    PI_HEADER,
    piUser("a", null, "One."),
    piAnswer("b", "a", text("Yes.")),
    piUser("c", "b", "Two."),
    piEntry("branch_summary", "d", "a", { fromId: "c", summary: "It was tried." }),
    piAnswer("e", "d", text("No.")),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: One.",
    "user pi: A summary of the conversation before this:\n\nIt was tried.",
    "assistant: No.",
  ]);
  assert.deepEqual(inShort(log.pathTo("l4")).slice(1), ["user: One.", "assistant: Yes.", "user: Two."]);
});

test("a compaction writes its summary and repeats preserved messages without counting their cost twice", async () => {
  const { log } = await imported([
    PI_HEADER,
    piUser("a", null, "One."),
    piUser("b", "a", "Two."),
    piEntry("thinking_level_change", "t", "b", { thinkingLevel: "low" }),
    piAnswer("c", "t", text("Yes.")),
    piEntry("compaction", "d", "c", { summary: "All went well.", firstKeptEntryId: "b", tokensBefore: 9 }),
    piUser("e", "d", "Three."),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: One.",
    "user: Two.",
    'thinking_change {"thinking":"low"}',
    "assistant: Yes.",
    "reset {}",
    "user pi: A summary of the conversation before this:\n\nAll went well.",
    "user: Two.",
    "assistant: Yes.",
    "user: Three.",
  ]);
  const costs = log.path.entries.flatMap((entry) => {
    const message = entry.type === "message" ? (entry as MessageEntry).message : undefined;
    return message?.role === "assistant" ? [[message.cost, message.usage.output]] : [];
  });
  assert.deepEqual(costs, [
    [0.03, 5],
    [undefined, 0],
  ]);
});

test("a file of the first version is a list", async () => {
  const bare = (record: object): object => Object.fromEntries(Object.entries(record).filter(([key]) => key !== "id" && key !== "parentId"));
  const header = { type: "session", id: "x", timestamp: "2025-12-03T14:00:00.000Z", cwd: "/boat", provider: "openai", modelId: "gpt-4o" };
  const { log } = await imported([
    header,
    bare(piUser("a", null, "One.")),
    bare(piAnswer("b", null, text("Yes."))),
    bare(piUser("c", null, "Two.")),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(0, -1), [
    'setup {"setup":{"model":"openai/gpt-4o"}}',
    "user: One.",
    'model_change {"model":"anthropic/claude-sonnet-4-5"}',
    "assistant: Yes.",
    "user: Two.",
  ]);
});

test("counts the skipped calls of a failed response", async () => {
  const call = { type: "toolCall", id: "c1", name: "bash", arguments: {} };
  const failed = { role: "assistant", content: [call, { ...call, id: "c2" }], provider: "p", model: "m", stopReason: "error" };
  const { session, log } = await imported([PI_HEADER, { type: "message", id: "a", parentId: null, message: failed }]);
  assert.deepEqual(session.left, { "call of a failed response": 2 });
  assert.equal(JSON.stringify(log.path.entries).includes("tool_call"), false);
});

test("a failed response preserves its partial content, and an interrupted one is marked", async () => {
  const { log } = await imported([
    PI_HEADER,
    piAnswer("a", null, [...text("Half"), { type: "toolCall", id: "c", name: "read", arguments: {} }], {
      stopReason: "error",
      errorMessage: "529",
    }),
    piAnswer("b", "a", text("Half"), { stopReason: "aborted" }),
  ]);
  const [failed, interrupted] = log.path.entries.slice(1, 3).map((entry) => (entry as MessageEntry).message);
  assert.ok(failed?.role === "assistant" && interrupted?.role === "assistant");
  assert.deepEqual(failed.streamError, { code: "transient", message: "529" });
  assert.equal(failed.content.length, 1);
  assert.equal(interrupted.stop, "interrupted");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntry } from "../../loop/index.ts";
import { imported, inShort } from "../imports.fixture.ts";
import { CLAUDE, claudeAnswer, claudeResult, claudeSystem, claudeUser } from "./claude.fixture.ts";

test("imports a Claude Code session: joins responses, orders results after their calls, preserves titles and times", async () => {
  const { session, log, entries } = await imported(CLAUDE);
  assert.equal(session.from, "claude");
  assert.deepEqual(session.header, {
    format: "coxswain-session",
    version: 1,
    id: "claude-0aa4e9b8-6f5e-4b8e-9d3d-1f0f6d7c2a11",
    cwd: "/home/ann/boat",
    at: Date.parse("2026-02-24T10:10:01Z"),
  });
  assert.deepEqual(inShort(log.path.entries), [
    'setup {"setup":{"model":"anthropic/claude-opus-4-5","title":"Fix the boat"}}',
    "user: Fix the test.",
    'assistant: (Let me look.) I look. [Read {"file_path":"a.ts"}] [Bash {"command":"ls"}]',
    "tool Read toolu_1: const a = 1;",
    "tool Bash toolu_2 error: No.",
    "assistant: Fixed.",
    "user: And this? [image/png iVBORw0KGgo=]",
    "assistant: A boat.",
    'import {"from":"claude","session":"0aa4e9b8-6f5e-4b8e-9d3d-1f0f6d7c2a11","left":{"file-history-snapshot":1,"progress":1,"content tool_reference":1,"system turn_duration":1}}',
  ]);
  assert.deepEqual(log.damage, []);
  assert.equal(entries.length, log.path.entries.length);
  const [, question, answer] = log.path.entries as readonly MessageEntry[];
  assert.equal(question?.at, Date.parse("2026-02-24T10:10:01Z"));
  assert.ok(answer?.message.role === "assistant");
  assert.deepEqual(answer.message.usage, { input: 3, cacheRead: 100, cacheWrite: 20, output: 6, reasoning: 0 });
  assert.equal(answer.message.stop, "tool_calls");
  assert.deepEqual(answer.message.content[0], {
    type: "reasoning",
    text: "Let me look.",
    providerData: { anthropic: { signature: "c2ln" } },
  });
  const cost = log.path.entries.flatMap((entry) =>
    "message" in entry && (entry as MessageEntry).message.role === "assistant" ? [(entry as MessageEntry).message] : [],
  );
  assert.deepEqual(
    cost.map((message) => ("cost" in message ? message.cost : undefined)),
    [undefined, 0.25, undefined],
  );
});

test("a repeated question is a branch", async () => {
  const { log } = await imported([
    claudeUser("u1", null, 1, "One."),
    claudeAnswer("a1", "u1", 2, "m1", { type: "text", text: "Yes." }),
    claudeUser("u2", "a1", 3, "Two."),
    claudeAnswer("a2", "u2", 4, "m2", { type: "text", text: "No." }),
    claudeUser("u3", "a1", 5, "Three."),
    claudeAnswer("a3", "u3", 6, "m3", { type: "text", text: "Maybe." }),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), ["user: One.", "assistant: Yes.", "user: Three.", "assistant: Maybe."]);
  assert.deepEqual(inShort(log.pathTo("l4")).slice(1), ["user: One.", "assistant: Yes.", "user: Two.", "assistant: No."]);
});

test("messages before a compaction are not sent to the model and remain in the log", async () => {
  const { log } = await imported([
    claudeUser("u1", null, 1, "One."),
    claudeAnswer("a1", "u1", 2, "m1", { type: "text", text: "Yes." }),
    claudeSystem("s1", null, 3, "compact_boundary", { logicalParentUuid: "a1", compactMetadata: { trigger: "auto" } }),
    claudeUser("u2", "s1", 4, "This session is being continued.", { isCompactSummary: true }),
    claudeUser("u3", "u2", 5, "Two."),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: One.",
    "assistant: Yes.",
    "reset {}",
    "user claude: This session is being continued.",
    "user: Two.",
  ]);
});

test("a subagent's work beside the conversation is a branch without children", async () => {
  const side = { isSidechain: true, agentId: "de30ae5d" };
  const { log, session } = await imported([
    claudeUser("u1", null, 1, "One."),
    claudeAnswer("a1", "u1", 2, "m1", { type: "tool_use", id: "t1", name: "Task", input: {} }),
    claudeUser("x1", null, 3, "Look around.", side),
    claudeAnswer("x2", "x1", 4, "m2", { type: "text", text: "Nothing there." }, side),
    claudeResult("r1", "a1", 5, "t1", "Nothing there."),
    claudeAnswer("a2", "r1", 6, "m3", { type: "text", text: "Nothing." }),
    claudeUser("x3", "x2", 7, "Late.", side),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: One.",
    "assistant: [Task {}]",
    "tool Task t1: Nothing there.",
    "assistant: Nothing.",
  ]);
  assert.deepEqual(inShort(log.pathTo("l7")).slice(1), ["user: Look around.", "assistant: Nothing there.", "user: Late."]);
  assert.deepEqual(session.left, {});
});

test("a subagent's own file is a separate session", async () => {
  const side = { isSidechain: true, agentId: "de30ae5d" };
  const { log, session } = await imported([
    claudeUser("x1", null, 1, "Look around.", side),
    claudeAnswer("x2", "x1", 2, "m2", { type: "text", text: "Nothing there." }, side),
  ]);
  assert.match(session.header.id, /^claude-[0-9a-f-]{36}-de30ae5d$/);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), ["user: Look around.", "assistant: Nothing there."]);
});

test("the user's title takes precedence, and a summary applies only to its own session", async () => {
  const titleOf = async (...records: readonly object[]) => {
    const { log } = await imported([...records, claudeUser("u1", null, 1, "One.")]);
    return (log.path.entries[0] as unknown as { readonly setup: { readonly title?: string } }).setup.title;
  };
  const [existing, made, summed] = [
    { type: "custom-title", customTitle: "Given" },
    { type: "ai-title", aiTitle: "Made" },
    { type: "summary", summary: "Summed", leafUuid: "u1" },
  ];
  assert.equal(await titleOf(existing, made, summed), "Given");
  assert.equal(await titleOf(made, summed), "Made");
  assert.equal(await titleOf(summed), "Summed");
  assert.equal(await titleOf({ ...summed, leafUuid: "other" }), undefined);
});

test("skips messages that Claude Code wrote as the model, reports a document, and preserves model changes", async () => {
  const other = claudeAnswer("a3", "u2", 6, "m3", { type: "text", text: "Hi." }) as { readonly message: object };
  const { log, session } = await imported([
    claudeUser("u1", null, 1, [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: "x" } }]),
    claudeAnswer("a1", "u1", 2, "m1", { type: "redacted_thinking", data: "opaque" }),
    { ...claudeAnswer("a2", "a1", 3, "m2", { type: "text", text: "API Error" }), message: { model: "<synthetic>", content: [] } },
    claudeUser("u2", "a2", 5, "Continue."),
    { ...other, message: { ...other.message, model: "claude-haiku-4-5" } },
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: [document omitted]",
    "assistant: ()",
    "user: Continue.",
    'model_change {"model":"anthropic/claude-haiku-4-5"}',
    "assistant: Hi.",
  ]);
  assert.deepEqual(session.left, { "content document": 1, "synthetic message": 1 });
});

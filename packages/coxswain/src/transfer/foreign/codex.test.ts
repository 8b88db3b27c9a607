import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntry } from "../../loop/index.ts";
import { imported, inShort } from "../imports.fixture.ts";
import { CODEX, codexItem, codexLine, codexUser, META } from "./codex.fixture.ts";

const messageLine = (role: string, text: string) =>
  codexItem({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }] });

test("imports a Codex rollout: skips context, converts items to messages, preserves model, usage, thinking and title", async () => {
  const { session, log } = await imported(CODEX);
  assert.equal(session.from, "codex");
  assert.equal(session.header.id, "codex-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5");
  assert.equal(session.header.cwd, "/home/ann/boat");
  assert.equal(session.header.at, Date.parse("2025-10-29T00:59:38.308Z"));
  assert.deepEqual(inShort(log.path.entries), [
    'setup {"setup":{"model":"openai/gpt-5-codex"}}',
    "user: Fix it. [image/png iVBORw0KGgo=]",
    'thinking_change {"thinking":"high"}',
    'assistant: (**Looking**) I look. [shell {"command":["ls"]}] [apply_patch {"input":"*** Begin Patch"}]',
    "tool shell call_1: a.ts",
    "tool apply_patch call_2 error: no",
    'title_change {"title":"Fix the boat"}',
    "assistant: Done.",
    'import {"from":"codex","session":"019a2d7a-41c4-78b1-b7cc-a45d62a89cd5","left":{"message of developer":1,"message of context":1,"encrypted reasoning":1,"ghost_snapshot":1,"web_search_call":1,"event entered_review_mode":1}}',
  ]);
  const answers = log.path.entries
    .flatMap((entry) => (entry.type === "message" ? [(entry as MessageEntry).message] : []))
    .filter(({ role }) => role === "assistant");
  assert.deepEqual(
    answers.map((message) => ("usage" in message ? message.usage : undefined)),
    [
      { input: 40, cacheRead: 60, cacheWrite: 0, output: 20, reasoning: 5 },
      { input: 10, cacheRead: 120, cacheWrite: 0, output: 4, reasoning: 0 },
    ],
  );
});

test("turns that were rolled back are another branch", async () => {
  const { log } = await imported([
    META,
    codexUser("One."),
    messageLine("assistant", "Yes."),
    codexUser("Two."),
    messageLine("assistant", "No."),
    codexLine("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
    codexUser("Three."),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), ["user: One.", "assistant: Yes.", "user: Three."]);
  assert.deepEqual(inShort(log.pathTo("l5")).slice(1), ["user: One.", "assistant: Yes.", "user: Two.", "assistant: No."]);
});

test("a compaction is imported as the model saw it: as other items, or as a summary", async () => {
  const history = [
    { type: "message", role: "user", content: [{ type: "input_text", text: "One." }] },
    { type: "compaction", encrypted_content: "x" },
  ];
  const { log } = await imported([
    META,
    codexUser("One."),
    codexLine("compacted", { message: "", replacement_history: history }),
    codexUser("Two."),
  ]);
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), ["user: One.", "reset {}", "user: One.", "user: Two."]);
  const older = await imported([META, codexUser("One."), codexLine("compacted", { message: "It went well." })]);
  assert.deepEqual(inShort(older.log.path.entries).slice(2, -1), [
    "reset {}",
    "user codex: A summary of the conversation before this:\n\nIt went well.",
  ]);
});

test("preserves changes of folder and model, and a fork names its origin", async () => {
  const { log, session } = await imported([
    codexLine("session_meta", { id: "b", cwd: "/one", timestamp: "2025-10-29T00:59:38Z", forked_from_id: "a", model_provider: "azure" }),
    codexLine("turn_context", { cwd: "/one", model: "gpt-5" }),
    messageLine("assistant", "Yes."),
    codexLine("turn_context", { cwd: "/two", model: "gpt-6", effort: "none" }),
    messageLine("assistant", "No."),
  ]);
  assert.deepEqual(session.header.parent, { session: "codex-a", entry: null });
  assert.deepEqual(inShort(log.path.entries).slice(0, -1), [
    'setup {"setup":{"model":"azure/gpt-5"}}',
    "assistant: Yes.",
    'relocate {"cwd":"/two"}',
    'model_change {"model":"azure/gpt-6"}',
    "assistant: No.",
  ]);
});

test("imports a file from 2025, whose items have no wrapper", async () => {
  const { log, session } = await imported([
    { id: "0dcf1f5c", timestamp: "2025-05-07T17:24:21.597Z", instructions: null },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "Hello." }] },
    { type: "function_call", name: "shell", arguments: "not json", call_id: "c1" },
    { type: "function_call_output", call_id: "c1", output: '{"output":"x","metadata":{"exit_code":0}}' },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi." }] },
  ]);
  assert.equal(session.header.id, "codex-0dcf1f5c");
  assert.equal(session.header.cwd, "/here");
  assert.deepEqual(inShort(log.path.entries).slice(1, -1), [
    "user: Hello.",
    'assistant: [shell "not json"]',
    'tool shell c1: {"output":"x","metadata":{"exit_code":0}}',
    "assistant: Hi.",
  ]);
});

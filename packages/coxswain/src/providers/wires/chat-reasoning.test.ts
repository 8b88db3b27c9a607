import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantMessage, type AssistantPart, NO_USAGE } from "../../model/index.ts";
import { type ChatReasoning, reasoningFields, standInFields } from "./chat-reasoning.ts";

const TOLERATED: ChatReasoning = { rules: { run: "tolerated", calls: "tolerated", answers: "tolerated" } };
const REFUSED: ChatReasoning = { rules: { run: "refused", calls: "refused", answers: "refused" } };

const BLOCKS = [
  { type: "reasoning.text", text: "Hm.", signature: null, format: "google-gemini-v1", index: 0 },
  { type: "reasoning.encrypted", data: "CiQB+/==", id: "tool_0_ls", format: "google-gemini-v1", index: 0 },
];

const call = (id: string, callId?: string): AssistantPart => ({
  type: "tool_call",
  id,
  name: "ls",
  input: {},
  ...(callId === undefined ? {} : { providerData: { mine: { callId } } }),
});
const message = (content: readonly AssistantPart[], blocks?: readonly object[]): AssistantMessage => ({
  role: "assistant",
  content,
  model: "mine/m",
  stop: "stop",
  usage: NO_USAGE,
  ...(blocks === undefined ? {} : { providerData: { mine: { reasoning_details: blocks } } }),
});
const fields = (of: AssistantMessage, reasoning = TOLERATED) =>
  reasoningFields(of, { key: "mine", reasoning, callId: (id) => `sent_${id}` });

const thought = { type: "reasoning", text: "Hm." } as const;

test("sends the blocks of a response unchanged in place of its text", () => {
  assert.equal(JSON.stringify(fields(message([thought], BLOCKS))), JSON.stringify({ reasoning_details: BLOCKS }));
});

test("sends the text of a response without blocks", () => {
  assert.deepEqual(fields(message([thought, thought])), { reasoning_content: "Hm.Hm." });
  assert.equal(fields(message([call("a")])), undefined);
});

test("sends nothing to a server that refuses reasoning", () => {
  assert.equal(fields(message([thought], BLOCKS), REFUSED), undefined);
});

test("ignores the data of another server", () => {
  const foreign = { ...message([]), providerData: { other: { reasoning_details: BLOCKS } } };
  assert.equal(fields(foreign), undefined);
});

test("a block that refers to a call has the id that the call is sent with", () => {
  const sent = fields(message([call("tool_0_ls_2", "tool_0_ls")], BLOCKS));
  assert.deepEqual(sent, { reasoning_details: [BLOCKS[0], { ...BLOCKS[1], id: "sent_tool_0_ls_2" }] });
});

test("replaces only missing reasoning that the server demands", () => {
  const demanding = (rules: Partial<ChatReasoning["rules"]>): ChatReasoning => ({
    rules: { ...TOLERATED.rules, ...rules },
    standIn: (calls) => ({ reasoning_content: calls.join() }),
  });
  assert.deepEqual(standInFields(demanding({ calls: "demanded" }), ["a", "b"]), { reasoning_content: "a,b" });
  assert.deepEqual(standInFields(demanding({ calls: "demanded" }), []), {});
  assert.deepEqual(standInFields(demanding({ answers: "demanded" }), []), { reasoning_content: "" });
  assert.deepEqual(standInFields({ rules: { ...TOLERATED.rules, calls: "demanded" } }, ["a"]), {});
});

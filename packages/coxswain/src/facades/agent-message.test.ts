import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntry } from "../loop/index.ts";
import { NO_USAGE } from "../model/index.ts";
import { agentMessage, agentToolCall } from "./agent-message.ts";

const entry = (message: MessageEntry["message"]): MessageEntry => ({ seq: 0, id: "m", parent: null, at: 5, type: "message", message });

test("a user message contains the typed text, not its expansion", () => {
  const { role, content, createdAt } = agentMessage(
    entry({ role: "user", content: [{ type: "text", text: "A long text." }], typed: "/review a" }),
  );
  assert.deepEqual([role, content, createdAt], ["user", "/review a", new Date(5)]);
});

test("shows invalid arguments as the model wrote them", () => {
  assert.equal(agentToolCall({ type: "tool_call", id: "a", name: "ls", input: "{broken" }).input, "{broken");
  assert.equal(agentToolCall({ type: "tool_call", id: "a", name: "ls", input: { path: "/" } }).input, '{"path":"/"}');
});

test("joins reasoning parts, with the last signature", () => {
  const signed = (signature: string) => ({ anthropic: { signature } });
  const message = agentMessage(
    entry({
      role: "assistant",
      model: "a/b",
      stop: "stop",
      usage: NO_USAGE,
      content: [
        { type: "reasoning", text: "First. ", providerData: signed("one") },
        { type: "reasoning", text: "Then.", providerData: signed("two") },
        { type: "text", text: "Done." },
      ],
    }),
  );
  assert.deepEqual([message.reasoning, message.content, message.reasoningMetadata], ["First. Then.", "Done.", signed("two")]);
});

test("the reasoning metadata of a message without signed parts is the data of the whole response", () => {
  const providerData = { openrouter: { reasoning_details: [{ type: "reasoning.encrypted", data: "x" }] } };
  const message = agentMessage(
    entry({ role: "assistant", model: "a/b", stop: "stop", usage: NO_USAGE, providerData, content: [{ type: "reasoning", text: "Hm." }] }),
  );
  assert.deepEqual(message.reasoningMetadata, providerData);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { asTyped, type AssistantMessage, hasReasoning, textOf, toolCalls, type UserMessage } from "./message.ts";
import { NO_USAGE } from "./usage.ts";

const MESSAGE: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "I look " },
    { type: "tool_call", id: "a", name: "ls", input: {} },
    { type: "text", text: "around." },
    { type: "tool_call", id: "b", name: "read", input: {} },
  ],
  model: "scripted/scripted",
  stop: "tool_calls",
  usage: NO_USAGE,
};

test("the text of a message consists of its text parts, without reasoning", () => {
  assert.equal(textOf(MESSAGE), "I look around.");
  assert.equal(textOf({ role: "system", content: "Be terse." }), "Be terse.");
  assert.equal(textOf({ role: "user", content: [{ type: "image", mediaType: "image/png", data: "AAAA" }] }), "");
});

test("the calls of a message are in the order in which the model made them", () => {
  assert.deepEqual(
    toolCalls(MESSAGE).map(({ id }) => id),
    ["a", "b"],
  );
});

test("a message as typed has its command instead of the expansion, and is otherwise unchanged", () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const content = [image, { type: "text", text: "A long text." }, { type: "text", text: "A file." }] as const;
  const expanded: UserMessage = { role: "user", source: "extension", content, typed: "/review a" };
  assert.deepEqual(asTyped(expanded), {
    role: "user",
    source: "extension",
    content: [image, { type: "text", text: "/review a" }, { type: "text", text: "A file." }],
  });
  const plain: UserMessage = { role: "user", content };
  assert.equal(asTyped(plain), plain);
});

test("a message contains reasoning as a part, or as data of the whole response", () => {
  const plain = { ...MESSAGE, content: MESSAGE.content.slice(1) };
  assert.deepEqual([MESSAGE, plain, { ...plain, providerData: { acme: {} } }].map(hasReasoning), [true, false, true]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AssistantMessage, type ModelRequest, NO_USAGE, type ToolMessage, type UserMessage } from "../model/index.ts";
import { WrittenConversation } from "./written-conversation.ts";

type Message = ModelRequest["messages"][number];

const message = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }] });

const answered = (text: string): AssistantMessage => ({
  role: "assistant",
  content: [{ type: "text", text }],
  model: "anthropic/x",
  stop: "stop",
  usage: NO_USAGE,
});

const result = (callId: string, image = false): ToolMessage => ({
  role: "tool",
  callId,
  name: "ls",
  content: image ? [{ type: "image", mediaType: "image/png", data: "AAAA" }] : [{ type: "text", text: callId }],
  isError: false,
});

/** Includes empty content, which is omitted. */
const POOL: readonly Message[] = [
  message("one"),
  message(" "),
  message("two"),
  answered("three"),
  answered(""),
  answered("four"),
  result("a"),
  result("b", true),
  result("c"),
];

test("writes a conversation independently of earlier writes", () => {
  const messages = fc.array(fc.constantFrom(...POOL), { maxLength: 12 });
  const next = fc.record({ kept: fc.nat({ max: 12 }), added: messages });
  fc.assert(
    fc.property(messages, fc.array(next, { maxLength: 8 }), fc.boolean(), (begun, steps, imagesAfterResults) => {
      const dialect = { imagesAfterResults };
      const written = new WrittenConversation(dialect);
      let now = begun;
      assert.deepEqual(written.write(now), new WrittenConversation(dialect).write(now));
      for (const { kept: length, added } of steps) {
        now = [...now.slice(0, length), ...added];
        assert.deepEqual(written.write(now), new WrittenConversation(dialect).write(now));
      }
    }),
  );
});

test("converts results once, even if more results or messages follow", () => {
  const conversation = new WrittenConversation({});
  const begun = [message("one"), answered("two"), result("a")];
  const more = [...begun, result("b")];
  const partOf = (written: ReturnType<WrittenConversation["write"]>) => written[2]?.content[0];
  const part = partOf(conversation.write(begun));
  assert.ok(part !== undefined);
  assert.equal(partOf(conversation.write(more)), part);
  assert.equal(partOf(conversation.write([...more, answered("three")])), part);
});

test("does not change messages that it returned earlier", () => {
  const conversation = new WrittenConversation({});
  const begun = [message("one"), answered("two"), result("a")];
  const first = conversation.write(begun);
  const copy = structuredClone(first);
  conversation.write([...begun, result("b"), answered("three")]);
  assert.deepEqual(first, copy);
});

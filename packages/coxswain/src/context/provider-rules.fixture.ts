import assert from "node:assert/strict";
import { type AssistantMessage, type ImagePart, type ModelInfo, type ToolMessage, type UserMessage, toolCalls } from "../model/index.ts";
import type { ConversationMessage } from "./invariant.ts";

/**
 * Rules whose violation providers reject with a 400, from their documentation: Anthropic's Messages
 * (platform.claude.com, "Tool use", "Extended thinking", "Vision"), OpenAI's Chat Completions ("Function calling") and
 * Gemini's generateContent ("Function calling"). Throws at the first violation.
 */
export const assertAccepted = (messages: readonly ConversationMessage[], model: ModelInfo): void => {
  for (const message of messages) {
    assert.ok(["user", "assistant", "tool"].includes(message.role), `role ${message.role}`);
    assertContent(message, model);
  }
  assertAnthropicTurns(messages);
  assertOpenAiCalls(messages);
  assertGeminiCalls(messages);
  assertIds(messages, model);
  const images = messages.flatMap((message) =>
    message.role === "assistant" ? [] : message.content.filter((part) => part.type === "image"),
  );
  assert.ok(images.length <= 20, `${images.length} images`);
  assert.ok(images.reduce((sum, { data }) => sum + data.length, 0) < 20_000_000, "images of 20 MB");
};

const assertContent = (message: ConversationMessage, model: ModelInfo): void => {
  assert.ok(message.content.length > 0, "a message without content");
  for (const part of message.content) {
    if (part.type === "text") {
      assert.notEqual(part.text.trim(), "", "a blank text");
      assert.ok(part.text.isWellFormed(), "half a surrogate pair");
    }
    if (part.type === "image") assertImage(part, model);
    if (part.type === "tool_call")
      assert.equal(Object.prototype.toString.call(part.input), "[object Object]", "arguments that are not an object");
  }
  if (message.role === "assistant") assertReasoning(message, model);
};

const assertImage = ({ mediaType, data }: ImagePart, model: ModelInfo): void => {
  assert.ok(model.vision, "an image for a model without vision");
  const bytes = Buffer.from(data.slice(0, 24), "base64").toString("latin1");
  const beginnings: Record<string, string> = {
    "image/png": "\x89PNG",
    "image/jpeg": "\xff\xd8\xff",
    "image/gif": "GIF8",
    "image/webp": "RIFF",
  };
  assert.ok(bytes.startsWith(beginnings[mediaType] ?? "nothing"), `an image of ${mediaType} with other content`);
  assert.ok(data.length <= 5 * 1024 * 1024, "an image of more than 5 MiB");
};

const assertReasoning = (message: AssistantMessage, model: ModelInfo): void => {
  assert.notEqual(message.content.at(-1)?.type, "reasoning", "the final block is reasoning");
  assert.equal(message.streamError, undefined, "a failed response");
  const { providerData: data = {} } = message;
  assert.ok(
    Object.values(data).every((fields) => typeof fields === "object") && JSON.stringify(data).search(/\\ud83d/) < 0,
    "invalid data",
  );
  if (message.model === model.reference) return;
  assert.deepEqual(data, {}, "another model's data");
  for (const part of message.content) {
    assert.notEqual(part.type, "reasoning", "another model's reasoning");
    assert.equal("providerData" in part ? part.providerData : undefined, undefined, "another model's data");
  }
};

interface Turn {
  readonly role: "user" | "assistant";
  readonly messages: ConversationMessage[];
}

/** Merges messages as adapters do: neighbours of one role form one turn, and tool results belong to the user's turn. */
const turnsOf = (messages: readonly ConversationMessage[]): readonly Turn[] => {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const turn = turns.at(-1);
    if (turn?.role === role) turn.messages.push(message);
    else turns.push({ role, messages: [message] });
  }
  return turns;
};

/** The first blocks of the next turn answer a turn's tool_use blocks, and no other tool_result exists. */
const assertAnthropicTurns = (messages: readonly ConversationMessage[]): void => {
  let expected: string[] = [];
  for (const [at, turn] of turnsOf(messages).entries()) {
    if (at === 0) assert.equal(turn.role, "user", "the first turn is not the user's");
    if (turn.role === "assistant") {
      expected = turn.messages.flatMap((message) => toolCalls(message as AssistantMessage)).map(({ id }) => id);
      continue;
    }
    const others = turn.messages.findIndex(({ role }) => role === "user");
    const first = others === -1 ? turn.messages : turn.messages.slice(0, others);
    const rest = turn.messages.slice(first.length) as (UserMessage | ToolMessage)[];
    assert.deepEqual(first.map((message) => (message as ToolMessage).callId).toSorted(), expected.toSorted(), "tool_use and tool_result");
    assert.ok(
      rest.every(({ role }) => role === "user"),
      "a tool_result after other content",
    );
    expected = [];
  }
  assert.deepEqual(expected, [], "tool_use at the end without tool_result");
};

/** Each tool_call_id has a tool message before any message of another role, and each tool message answers a call. */
const assertOpenAiCalls = (messages: readonly ConversationMessage[]): void => {
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") assert.ok(open.delete(message.callId), `tool message for "${message.callId}" without a call`);
    else assert.equal(open.size, 0, `no answer to ${[...open].join()}`);
    if (message.role === "assistant") for (const { id } of toolCalls(message)) open.add(id);
  }
  assert.equal(open.size, 0, `no answer to ${[...open].join()}`);
};

/** A turn's functionCall parts are followed by the same number of functionResponse parts with the same names. */
const assertGeminiCalls = (messages: readonly ConversationMessage[]): void => {
  for (const [at, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    const calls = toolCalls(message);
    const results = messages.slice(at + 1, at + 1 + calls.length);
    assert.deepEqual(
      results.map((answer) => (answer.role === "tool" ? answer.name : answer.role)),
      calls.map(({ name }) => name),
    );
  }
};

const assertIds = (messages: readonly ConversationMessage[], model: ModelInfo): void => {
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { id } of toolCalls(message)) {
      assert.ok(!seen.has(id), `id "${id}" twice`);
      seen.add(id);
      assert.notEqual(id, "");
      if (message.model !== model.reference) assert.match(id, /^[a-zA-Z0-9_-]{1,64}$/);
    }
  }
};

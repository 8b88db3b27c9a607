import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantPart, type ModelRequest, NO_USAGE, type ToolMessage } from "../../model/index.ts";
import { type ChatMessageFormat, chatMessagesWriter } from "./chat-messages.ts";

type Message = ModelRequest["messages"][number];

const FORMAT: ChatMessageFormat = {
  key: "mine",
  systemRole: "system",
  oneSystemMessage: true,
  callId: (id) => id,
  marksFailures: false,
  reasoning: { rules: { run: "tolerated", calls: "tolerated", answers: "tolerated" } },
};
const REFUSING = { reasoning: { rules: { run: "refused", calls: "refused", answers: "refused" } } } as const;

const text = (value: string) => ({ type: "text", text: value }) as const;
const reasoning = (value: string) => ({ type: "reasoning", text: value }) as const;
const call = (id: string) => ({ type: "tool_call", id, name: "ls", input: {} }) as const;
const IMAGE = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const user = (value: string): Message => ({ role: "user", content: [text(value)] });
const assistant = (...content: readonly AssistantPart[]): Message => ({
  role: "assistant",
  content,
  model: "mine/m",
  stop: "stop",
  usage: NO_USAGE,
});
const result = (callId: string, ...content: ToolMessage["content"]): Message => ({
  role: "tool",
  callId,
  name: "ls",
  content,
  isError: true,
});

const write = (messages: readonly Message[], format: Partial<ChatMessageFormat> = {}, system: readonly string[] = []) =>
  chatMessagesWriter({ ...FORMAT, ...format })({ system, messages });

test("converts each message once", () => {
  const writer = chatMessagesWriter(FORMAT);
  const messages = [user("Hello"), assistant(text("Hi"))];
  const first = writer({ system: [], messages });
  const second = writer({ system: [], messages: [...messages, user("More")] });
  assert.equal(second[0], first[0]);
  assert.equal(second[1], first[1]);
  assert.equal(second.length, 3);
});

test("writes the system prompt's sections as one message or as separate ones", () => {
  const system = ["One.", " ", "Two."];
  assert.deepEqual(write([], {}, system), [{ role: "system", content: "One.\n\nTwo." }]);
  assert.deepEqual(write([], { oneSystemMessage: false, systemRole: "developer" }, system), [
    { role: "developer", content: "One." },
    { role: "developer", content: "Two." },
  ]);
});

test("S0-22: sends the images of consecutive results after the last of them", () => {
  const written = write([assistant(call("a"), call("b")), result("a", IMAGE), result("b", text("two")), user("Look.")]);
  assert.deepEqual(
    written.map(({ role, content }) => [
      role,
      Array.isArray(content) ? content.map(({ type }: { readonly type?: unknown }) => type) : content,
    ]),
    [
      ["assistant", null],
      ["tool", "(the image follows)"],
      ["tool", "two"],
      ["user", ["text", "image_url"]],
      ["user", "Look."],
    ],
  );
});

test("sends the text of reasoning back in reasoning_content, unless the server rejects it", () => {
  const message = assistant(reasoning("One. "), reasoning("Two."), text("Hi"));
  assert.deepEqual(write([message]), [{ role: "assistant", content: "Hi", reasoning_content: "One. Two." }]);
  assert.deepEqual(write([message], REFUSING), [{ role: "assistant", content: "Hi" }]);
});

test("omits a response of which nothing is sent", () => {
  assert.deepEqual(write([assistant(reasoning("Hm."), text(" "))], REFUSING), []);
  const sealed = { ...reasoning(""), providerData: { mine: {} } };
  assert.deepEqual(write([assistant(sealed)]), []);
});

test("marks the text of a failed result only for servers that expect it", () => {
  const contentOf = (marksFailures: boolean) => write([result("a", text("No such file."))], { marksFailures })[0]?.content;
  assert.equal(contentOf(true), '{"error":"No such file."}');
  assert.equal(contentOf(false), "No such file.");
});

test("converts the IDs of calls and of their results alike", () => {
  const [asked, answered] = write([assistant(call("a")), result("a", text("one"))], { callId: (id) => `${id}!` });
  assert.deepEqual(asked?.["tool_calls"], [{ id: "a!", type: "function", function: { name: "ls", arguments: "{}" } }]);
  assert.equal(answered?.["tool_call_id"], "a!");
});

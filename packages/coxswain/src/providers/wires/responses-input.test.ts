import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantPart, type ModelRequest, NO_USAGE } from "../../model/index.ts";
import { inputWriter } from "./responses-input.ts";

type Message = ModelRequest["messages"][number];

const text = (value: string) => ({ type: "text", text: value }) as const;
const user = (value: string): Message => ({ role: "user", content: [text(value)] });
const assistant = (...content: readonly AssistantPart[]): Message => ({
  role: "assistant",
  content,
  model: "openai/gpt-5",
  stop: "stop",
  usage: NO_USAGE,
});
const reasoning = (value: string, openai: object) => ({ type: "reasoning", text: value, providerData: { openai } }) as const;

test("converts each message once", () => {
  const write = inputWriter();
  const messages = [user("Hello"), assistant(text("Hi"))];
  const first = write(messages);
  const second = write([...messages, user("More")]);
  assert.equal(second[0], first[0]);
  assert.equal(second[1], first[1]);
  assert.equal(second.length, 3);
});

test("joins the summaries of one reasoning item, at the place of the first", () => {
  const [first, answer, other, ...rest] = inputWriter()([
    assistant(
      reasoning("One.", { itemId: "rs_1" }),
      text("Looking."),
      reasoning("Two.", { itemId: "rs_1", reasoningEncryptedContent: "sealed" }),
      reasoning("", { reasoningEncryptedContent: "other" }),
    ),
  ]);
  const summary = ["One.", "Two."].map((words) => ({ type: "summary_text", text: words }));
  assert.deepEqual(first, { type: "reasoning", id: "rs_1", encrypted_content: "sealed", summary });
  assert.deepEqual(answer, { role: "assistant", content: "Looking." });
  assert.deepEqual(other, { type: "reasoning", encrypted_content: "other", summary: [] });
  assert.equal(rest.length, 0);
});

test("omits reasoning without encrypted content, and a message of nothing else", () => {
  const messages = [user("Hello"), assistant(reasoning("Hm.", { itemId: "rs_1" }), { type: "reasoning", text: "Hm." }), user("More")];
  assert.deepEqual(
    inputWriter()(messages).map(({ role }) => role),
    ["user", "user"],
  );
});

test("ignores provider data of another shape", () => {
  const odd = reasoning("Hm.", { itemId: 7, reasoningEncryptedContent: { of: "another" } });
  assert.deepEqual(inputWriter()([assistant(odd, { ...text("Hi"), providerData: { openai: null } })]), [
    { role: "assistant", content: "Hi" },
  ]);
});

test("marks a failed result in its text, with images or without", () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const outputOf = (...content: readonly (typeof image | ReturnType<typeof text>)[]) =>
    inputWriter()([{ role: "tool", callId: "a", name: "ls", content, isError: true }])[0]?.["output"];
  assert.equal(outputOf(text("No such file.")), '{"error":"No such file."}');
  assert.deepEqual(outputOf(text("No such file."), image), [
    { type: "input_text", text: '{"error":"No such file."}' },
    { type: "input_image", image_url: "data:image/png;base64,AAAA" },
  ]);
});

test("sends items of built-in tools back as they are, unless the reasoning that they need is not sent", () => {
  const item = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "x" } };
  const search = (fields: object = {}) =>
    ({ type: "provider", name: "web_search", providerData: { openai: { item, ...fields } } }) as const;
  const types = (...parts: readonly AssistantPart[]) => inputWriter()([assistant(...parts)]).map(({ type, role }) => type ?? role);
  assert.deepEqual(inputWriter()([assistant(search(), text("Found."))]), [item, { role: "assistant", content: "Found." }]);
  const after = search({ reasoningId: "rs_1" });
  assert.deepEqual(types(reasoning("", { itemId: "rs_1", reasoningEncryptedContent: "sealed" }), after, text("Found.")), [
    "reasoning",
    "web_search_call",
    "assistant",
  ]);
  assert.deepEqual(types(after, text("Found.")), ["assistant"]);
  const foreign = { type: "provider", name: "x", providerData: { anthropic: { block: { type: "server_tool_use" } } } } as const;
  assert.deepEqual(types(foreign, text("Found.")), ["assistant"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AssistantMessage,
  type AssistantPart,
  type ModelRequest,
  NO_USAGE,
  type ToolMessage,
  type UserMessage,
} from "../../model/index.ts";
import { locationsIn } from "./history-location.ts";

const image = { type: "image", mediaType: "image/png", data: "" } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const user = (...content: UserMessage["content"]): UserMessage => ({ role: "user", content });
const assistant = (...content: readonly AssistantPart[]): AssistantMessage => ({
  role: "assistant",
  content,
  model: "acme/large",
  stop: "stop",
  usage: NO_USAGE,
});
const call = (id: string) => ({ type: "tool_call", id, name: "look", input: {} }) as const;
const result = (callId: string, ...content: ToolMessage["content"]): ToolMessage => ({
  role: "tool",
  callId,
  name: "look",
  content,
  isError: false,
});

const messages: ModelRequest["messages"] = [
  user(text("a")),
  user(text("b"), image),
  assistant({ type: "reasoning", text: "hm", providerData: { acme: { itemId: "rs_0123" } } }, call("call_one"), call("call_two")),
  result("call_one", text("seen"), image),
  result("call_two", text("seen")),
  user(text("c")),
];

/** Formats each location as `message:part`. */
const locate = (words: string, system: readonly string[] = ["One."]): readonly string[] =>
  locationsIn(words, { messages, system }).map(
    ({ message, part }) => `${messages.indexOf(message)}${part === undefined ? "" : `:${part}`}`,
  );

test("Anthropic counts turns, which join the messages of one role, and the blocks in them", () => {
  assert.equal(locate("messages.0.content.2.image.source.base64.data: Could not process image")[0], "1:1");
  assert.equal(locate("messages.1.content.0: Invalid `signature` in `thinking` block")[0], "2:0");
  assert.equal(locate("messages.2.content.1: unexpected `tool_use_id`")[0], "4");
  assert.equal(locate("messages.2.content.0.tool_result.content.1.image.source.base64: too large")[0], "3:1");
  assert.deepEqual(locate("messages.2: something"), ["3", "4", "5"]);
});

test("OpenAI Chat counts messages after the system prompt, and a message with images after the results", () => {
  assert.deepEqual(locate("Invalid 'messages[2].content[1].image_url'."), ["1:1", "1"]);
  assert.deepEqual(locate("Invalid 'messages[6].content[1].image_url'."), ["3:1", "3"]);
  assert.deepEqual(locate("Invalid parameter: messages.[4].role"), ["3"]);
});

test("returns both candidates if the system prompt may be one message or several", () => {
  assert.deepEqual(locate("Invalid 'messages[4].content': string too long.", ["One.", "Two."]), ["3", "2"]);
});

test("OpenAI Responses counts each part of a response", () => {
  assert.equal(locate("Invalid 'input[2].content[1]'")[0], "1:1");
  assert.equal(locate("Missing required parameter: 'input[4].name'.")[0], "2:1");
  assert.equal(locate("Invalid 'input[6].output[1].image_url'")[0], "3:1");
});

test("Gemini counts messages, and the results of a turn as one", () => {
  assert.equal(locate("* GenerateContentRequest.contents[2].parts[1].function_call.name: invalid")[0], "2:1");
  assert.equal(locate("* GenerateContentRequest.contents[3].parts[1].function_response.name: empty")[0], "4");
  assert.equal(locate("* GenerateContentRequest.contents[4].parts[0].data: required")[0], "5:0");
});

test("finds an item by its id: a result before its call, and an item in opaque provider data", () => {
  assert.deepEqual(locate("No tool output found for function call call_two."), ["4", "2:2"]);
  assert.deepEqual(locate("The encrypted content for item rs_0123 could not be verified."), ["2:0"]);
});

test("returns no location if the error names none, or one beyond the end", () => {
  for (const words of ["Could not process image", "messages.99: broken", "contents[99].parts[1]: broken", "call_three is unknown"])
    assert.deepEqual(locate(words), []);
});

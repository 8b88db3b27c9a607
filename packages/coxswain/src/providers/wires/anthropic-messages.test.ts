import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantPart, type ModelRequest, NO_USAGE } from "../../model/index.ts";
import { turnsWriter } from "./anthropic-messages.ts";

type Message = ModelRequest["messages"][number];

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const assistant = (...content: readonly AssistantPart[]): Message => ({
  role: "assistant",
  content,
  model: "anthropic/claude-sonnet-4-5",
  stop: "stop",
  usage: NO_USAGE,
});
const text = (value: string) => ({ type: "text", text: value }) as const;
const call = (id: string, providerData?: AssistantPart["providerData"]) =>
  ({ type: "tool_call", id, name: "ls", input: {}, ...(providerData === undefined ? {} : { providerData }) }) as const;
const result = (callId: string): Message => ({ role: "tool", callId, name: "ls", content: [text("a.txt")], isError: false });

test("converts each message once, and later marks do not change it", () => {
  const write = turnsWriter();
  const messages = [user("Hello"), assistant(text("Hi"), call("1")), result("1")];
  const first = write(messages);
  const copy = structuredClone(first);
  const second = write([...messages, assistant(text("Done.")), user("More")]);
  assert.equal(second[1]?.content[0], first[1]?.content[0]);
  second[2]?.content.push({ type: "text", text: "added" });
  assert.deepEqual(first, copy);
  assert.deepEqual(write(messages), copy);
});

test("S0-22: joins results and the following prompt into one turn", () => {
  const turns = turnsWriter()([user("Hello"), assistant(call("1"), call("2")), result("1"), result("2"), user("Stop.")]);
  assert.deepEqual(
    turns.map(({ role, content }) => [role, content.map(({ type }) => type)]),
    [
      ["user", ["text"]],
      ["assistant", ["tool_use", "tool_use"]],
      ["user", ["tool_result", "tool_result", "text"]],
    ],
  );
});

test("moves text before the calls that precede it", () => {
  const [turn] = turnsWriter()([assistant(call("1"), text("Looking."))]);
  assert.deepEqual(
    turn?.content.map(({ type }) => type),
    ["text", "tool_use"],
  );
});

test("trims the end of a response that the model continues", () => {
  const turns = turnsWriter()([user("Hello "), assistant(text("It is "))]);
  assert.deepEqual(
    turns.map(({ content }) => content[0]?.["text"]),
    ["Hello ", "It is"],
  );
});

test("sends the caller of a call in code only until the next prompt", () => {
  const caller = { type: "code_execution_20250825", toolId: "srvtoolu_1" };
  const run = [user("Hello"), assistant(call("1", { anthropic: { caller } })), result("1")];
  const callerIn = (messages: readonly Message[]) => turnsWriter()(messages)[1]?.content[0]?.["caller"];
  assert.deepEqual(callerIn(run), { type: caller.type, tool_id: caller.toolId });
  assert.equal(callerIn([...run, user("More")]), undefined);
});

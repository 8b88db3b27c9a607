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

const provider = (block: Readonly<Record<string, unknown>>) =>
  ({ type: "provider", name: "code_execution", providerData: { anthropic: { block } } }) as const;
const CODE = { type: "server_tool_use", id: "s1", name: "code_execution", input: { code: "ls()" } };
const OUTPUT = { type: "code_execution_tool_result", tool_use_id: "s1", content: { stdout: "4" } };
const made = provider(CODE);
const answered = provider(OUTPUT);
const typesIn = (messages: readonly Message[]) => turnsWriter()(messages).map(({ content }) => content.map(({ type }) => type));

test("sends blocks of the provider back as they are, in their places, also after the next prompt", () => {
  const parts = [text("Let me see."), made, answered, text("It is 4.")];
  for (const after of [[], [user("More")]]) {
    const [, turn] = turnsWriter()([user("Hello"), assistant(...parts), ...after]);
    assert.deepEqual(turn?.content, [{ type: "text", text: "Let me see." }, CODE, OUTPUT, { type: "text", text: "It is 4." }]);
  }
  const compaction = { type: "compaction", content: "So far." };
  assert.deepEqual(turnsWriter()([assistant(provider(compaction), text("Hi"))])[0]?.content[0], compaction);
});

test("omits results of server tools without their call, and calls without a result after the next prompt", () => {
  const plain = [["text"], ["text"], ["text"]];
  assert.deepEqual(typesIn([user("Hello"), assistant(answered, text("Hi")), user("More")]), plain);
  assert.deepEqual(typesIn([user("Hello"), assistant(made, text("Hi")), user("More")]), plain);
  assert.deepEqual(typesIn([user("Hello"), assistant(answered, made, text("Hi")), user("More")]), plain);
});

test("a call by code keeps its caller while the code runs, and afterwards if the code has its result", () => {
  const byCode = call("1", { anthropic: { caller: { type: "code_execution_20250825", toolId: "s1" } } });
  const running = [user("Hello"), assistant(made, byCode), result("1")];
  const callers = (messages: readonly Message[]) =>
    turnsWriter()(messages).flatMap(({ content }) => content.flatMap((block) => (block.type === "tool_use" ? [block["caller"]] : [])));
  const caller = { type: "code_execution_20250825", tool_id: "s1" };
  assert.deepEqual(callers(running), [caller]);
  assert.deepEqual(typesIn(running), [["text"], ["server_tool_use", "tool_use"], ["tool_result"]]);
  const complete = [...running, assistant(answered, text("Done.")), user("More")];
  assert.deepEqual(callers(complete), [caller]);
  assert.deepEqual(typesIn(complete)[3], ["code_execution_tool_result", "text"]);
  assert.deepEqual(callers([...running, assistant(text("Done.")), user("More")]), [undefined]);
});

test("omits content of another provider", () => {
  const foreign = { type: "provider", name: "web_search", providerData: { openai: { item: { type: "web_search_call" } } } } as const;
  assert.deepEqual(typesIn([user("Hello"), assistant(foreign, text("Hi"))]), [["text"], ["text"]]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AssistantMessage, type Message, type ModelRequest, NO_USAGE, type ToolMessage, type UserMessage } from "../model/index.ts";
import { receive, type WireName, WIRE_NAMES, WIRES } from "./wires.fixture.ts";
import { serve } from "../testing/loopback/served-model.fixture.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const user = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }] });
const assistant = (...content: AssistantMessage["content"]): AssistantMessage => ({
  role: "assistant",
  content,
  model: "anthropic/claude-sonnet-4-5",
  stop: "stop",
  usage: NO_USAGE,
});
const call = (id: string, input: unknown = { path: "." }) => ({ type: "tool_call", id, name: "ls", input }) as const;
const result = (callId: string, content: ToolMessage["content"], isError = false): ToolMessage => ({
  role: "tool",
  callId,
  name: "ls",
  content,
  isError,
});
const text = (value: string) => ({ type: "text", text: value }) as const;

/** Returns the body of the sent request. */
const bodyOf = async (wire: WireName, fields: Partial<ModelRequest>): Promise<Record<string, unknown>> => {
  await using served = await serve(wire, ["Fine."]);
  const { error } = await receive(served.model, fields);
  assert.equal(error, undefined, error?.message);
  return served.server.requests[0]?.body as Record<string, unknown>;
};

const TOOLS = [{ name: "ls", description: "Lists a folder.", inputSchema: { type: "object", properties: { path: { type: "string" } } } }];

for (const wire of WIRE_NAMES) {
  test(`S1-59: ${wire}: always sends the limit of output tokens`, async () => {
    const body = await bodyOf(wire, { maxOutputTokens: 1234, thinking: "off" });
    const { maxOutputTokens } = (body["generationConfig"] ?? {}) as { maxOutputTokens?: number };
    assert.equal(body["max_tokens"] ?? body["max_output_tokens"] ?? body["max_completion_tokens"] ?? maxOutputTokens, 1234);
  });

  test(`S1-58: ${wire}: sends tools, system prompt and temperature, and no temperature by default`, async () => {
    const sent = JSON.stringify(await bodyOf(wire, { system: ["Be terse.", "Be kind."], tools: TOOLS, temperature: 0.5, thinking: "off" }));
    for (const part of ["Be terse.", "Be kind.", "Lists a folder."]) assert.ok(sent.includes(part), part);
    assert.ok(!JSON.stringify(await bodyOf(wire, { thinking: "off" })).includes("temperature"));
    // OpenAI's reasoning models reject a temperature.
    if (wire !== "openai" && wire !== "openai-chat" && wire !== "google") assert.match(sent, /"temperature":0\.5/);
  });

  test(`S0-22: ${wire}: sends consecutive results together, each with its call ID`, async () => {
    const messages: Message[] = [
      user("Look around."),
      assistant(text("I look."), call("call_1"), call("call_2")),
      result("call_1", [text("a.txt")]),
      result("call_2", [text("b.txt")], true),
      assistant(text("There are two."), call("call_3")),
      result("call_3", []),
    ];
    const sent = JSON.stringify(await bodyOf(wire, { messages: messages as ModelRequest["messages"], tools: TOOLS }));
    for (const part of ["a.txt", "b.txt", "(no output)"]) assert.ok(sent.includes(part), part);
  });

  test(`${wire}: sends images in base64, including those of results`, async () => {
    const messages = [
      { role: "user", content: [text("Is this it?"), { type: "image", mediaType: "image/png", data: PIXEL }] },
      assistant(call("call_1")),
      result("call_1", [text("a picture"), { type: "image", mediaType: "image/png", data: PIXEL }]),
    ] satisfies ModelRequest["messages"];
    const sent = JSON.stringify(await bodyOf(wire, { messages, tools: TOOLS }));
    assert.equal(sent.split(PIXEL).length - 1, 2);
    // As an image part, not as a result's text.
    assert.ok(!sent.includes('\\"data\\"'), sent);
  });

  test(`${wire}: sends no empty content`, async () => {
    const messages = [user("  "), user("Hello"), assistant(text(""), { type: "reasoning", text: "" }), user("\n"), user("Continue.")];
    const sent = JSON.stringify(await bodyOf(wire, { system: ["", "Be terse."], messages }));
    assert.doesNotMatch(sent, /"(text|content)":"\s*(\\n)?"/);
  });

  test(`${wire}: wraps a call's arguments in an object if they are not one`, async () => {
    for (const input of ["rm -rf", null, 7, ["a"], ""]) {
      await bodyOf(wire, {
        messages: [user("Hello"), assistant(call("call_1", input)), result("call_1", [text("bad")], true)],
        tools: TOOLS,
      });
    }
  });

  test(`${wire}: converts other providers' call IDs to valid ones, the same in call and result`, async () => {
    const id = `call:${"ä|".repeat(60)}`;
    const sent = JSON.stringify(
      await bodyOf(wire, { messages: [user("Hello"), assistant(call(id)), result(id, [text("fine")])], tools: TOOLS }),
    );
    assert.ok(!sent.includes("ä|"));
  });

  test(`${wire}: the provider accepts every history that the contract allows`, async () => {
    await using served = await serve(wire, () => "Fine.");
    const words = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "👍"), maxLength: 6 });
    const content = fc.array(
      fc.oneof(
        words.map(text),
        fc.record({ type: fc.constant("reasoning" as const), text: words }),
        fc.record({ type: fc.constant("tool_call" as const), name: fc.constant("ls"), input: fc.jsonValue() }),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(words, content, fc.array(words, { maxLength: 2 })), { maxLength: 4 }), async (rounds) => {
        let calls = 0;
        const messages = rounds.flatMap(([question, parts, outputs]): ModelRequest["messages"] => {
          const numbered = parts.map((part) => (part.type === "tool_call" ? { ...part, id: `call_${++calls}` } : part));
          const results = numbered.flatMap((part) => (part.type === "tool_call" ? [result(part.id, outputs.map(text))] : []));
          return [user(`${question}?`), assistant(...numbered), ...results];
        });
        const { error } = await receive(served.model, { messages: [...messages, user("Continue.")], tools: TOOLS });
        assert.equal(error, undefined, error?.message);
      }),
      { numRuns: 20 },
    );
  });
}

test("S0-17: sends malformed arguments back to the model", async () => {
  const body = await bodyOf("anthropic", {
    messages: [user("Hello"), assistant(call("call_1", "{broken")), result("call_1", [text("bad")])],
  });
  assert.match(JSON.stringify(body), /"input":\{"invalid_arguments":"\{broken"\}/);
});

test("S1-52: sends reasoning back to Anthropic with its signature, in its position", async () => {
  await using served = await serve("anthropic", [
    { reasoning: "First I look.", text: "Looking.", calls: [{ id: "call_1", name: "ls", input: {} }] },
    "Done.",
  ]);
  const { parts } = await receive(served.model, { thinking: "high", tools: TOOLS });
  const end = parts.find((part) => part.type === "reasoning_end");
  assert.ok(end?.providerData !== undefined);
  const message = assistant(
    { type: "reasoning", text: "First I look.", providerData: end.providerData },
    text("Looking."),
    call("call_1", {}),
  );
  const { error } = await receive(served.model, {
    thinking: "high",
    tools: TOOLS,
    messages: [user("Hello"), message, result("call_1", [text("x")])],
  });
  assert.equal(error, undefined, error?.message);
  assert.match(served.server.requests[1]?.text ?? "", /"type":"thinking","thinking":"First I look\.","signature":"/);
});

test("OpenAI: disables storage, and requests encrypted reasoning", async () => {
  await using served = await serve("openai", [{ reasoning: "First I look.", calls: [{ id: "call_1", name: "ls", input: {} }] }, "Done."]);
  const { parts } = await receive(served.model, { thinking: "high", tools: TOOLS, sessionId: "session-1" });
  const [first] = served.server.requests;
  assert.equal(first?.body["store"], false);
  assert.deepEqual(first?.body["include"], ["reasoning.encrypted_content"]);
  assert.deepEqual(first?.body["reasoning"], { effort: "high", summary: "auto" });
  assert.equal(first?.body["prompt_cache_key"], "session-1");

  const end = parts.find((part) => part.type === "reasoning_end");
  const made = parts.find((part) => part.type === "tool_call");
  assert.ok(end !== undefined && made !== undefined);
  const message = assistant(
    { type: "reasoning", text: "First I look.", ...(end.providerData === undefined ? {} : { providerData: end.providerData }) },
    { ...call("call_1", {}), ...(made.providerData === undefined ? {} : { providerData: made.providerData }) },
  );
  await receive(served.model, { thinking: "high", tools: TOOLS, messages: [user("Hello"), message, result("call_1", [text("x")])] });
  const second = served.server.requests[1];
  assert.doesNotMatch(second?.text ?? "", /item_reference/);
  assert.match(second?.text ?? "", /"type":"reasoning".*"encrypted_content":"/);
});

test("S2-22: Anthropic: marks the system prompt and the last two messages that are not the model's", async () => {
  const body = await bodyOf("anthropic", {
    system: ["One.", "Two."],
    messages: [user("a"), assistant(text("b")), user("c"), assistant(text("d")), user("e")],
  });
  const marks = (value: unknown): unknown[] =>
    (value as { content?: { cache_control?: unknown }[]; cache_control?: unknown }[]).map(
      (entry) => entry.cache_control ?? entry.content?.at(-1)?.cache_control,
    );
  const mark = { type: "ephemeral" };
  assert.deepEqual(marks(body["system"]), [undefined, mark]);
  assert.deepEqual(marks(body["messages"]), [undefined, undefined, mark, undefined, mark]);
});

test("S2-16: converts thinking levels to each provider's own", async () => {
  const config = async (wire: WireName, thinking: ModelRequest["thinking"]) => {
    const body = await bodyOf(wire, { thinking, maxOutputTokens: 64_000 });
    const { thinkingConfig } = (body["generationConfig"] ?? {}) as { thinkingConfig?: object };
    return { ...pick(body, "thinking", "reasoning", "reasoning_effort"), ...(thinkingConfig === undefined ? {} : { thinkingConfig }) };
  };
  assert.deepEqual(await config("anthropic", "off"), { thinking: { type: "disabled" } });
  assert.deepEqual(await config("anthropic", "low"), { thinking: { type: "enabled", budget_tokens: 6400 } });
  assert.deepEqual(await config("openai", "minimal"), { reasoning: { effort: "minimal", summary: "auto" } });
  assert.deepEqual(await config("openai-chat", "low"), { reasoning_effort: "low" });
  assert.deepEqual(await config("google", "high"), { thinkingConfig: { thinkingBudget: 32_768, includeThoughts: true } });
  assert.deepEqual(await config("deepseek", "off"), { thinking: { type: "disabled" } });
  assert.deepEqual(await config("deepseek", "xhigh"), { thinking: { type: "enabled" }, reasoning_effort: "max" });
});

test("sends the key only in the provider's header", async () => {
  for (const wire of WIRE_NAMES) {
    await using served = await serve(wire, ["Fine."]);
    await receive(served.model);
    const [request] = served.server.requests;
    assert.ok(!request?.text.includes("sk-test"));
    assert.ok(!request?.path.includes("sk-test"), WIRES[wire].reference);
    const { authorization, "x-api-key": anthropic, "x-goog-api-key": google } = request?.headers ?? {};
    assert.match(String(authorization ?? anthropic ?? google), /sk-test/);
  }
});

const pick = (body: Record<string, unknown>, ...keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "../../model/index.ts";
import { FIXTURE_ENV } from "../fixtures.fixture.ts";
import { providerModels } from "../provider-models.ts";
import { finishOf, receive, request, textOf } from "../wires.fixture.ts";
import { providerParts, weRead } from "./reading.fixture.ts";

const MODEL = "anthropic/claude-sonnet-4-5";
const start = (fields: object = {}) => ({
  type: "message_start",
  message: { id: "msg_1", role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 }, ...fields },
});
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const end = (reason = "end_turn", usage: object = { output_tokens: 5 }, delta: object = {}) => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null, ...delta }, usage },
  { type: "message_stop" },
];
const text = (index: number, words: string) => block(index, { type: "text", text: "" }, { type: "text_delta", text: words });
const input = (...pieces: readonly string[]) => pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
const search = block(
  1,
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
  ...input("", '{"query": "Claude ', 'Shannon"}'),
);
const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [{ type: "web_search_result", title: "Shannon", url: "https://a.example/", encrypted_content: "EqgfCio", page_age: null }],
};

test("emits the call and the result of a server tool whole, and no call for the runtime", async () => {
  const received = await weRead(MODEL, start(), ...text(0, "Searching."), ...search, ...block(2, FOUND), ...text(3, "Found."), ...end());
  assert.deepEqual(providerParts(received), [
    {
      type: "provider",
      name: "web_search",
      id: "srvtoolu_1",
      input: { query: "Claude Shannon" },
      providerData: {
        anthropic: { block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "Claude Shannon" } } },
      },
    },
    {
      type: "provider",
      name: "web_search",
      id: "srvtoolu_1",
      output: "Shannon\nhttps://a.example/",
      providerData: { anthropic: { block: FOUND } },
    },
  ]);
  assert.ok(!received.parts.some(({ type }) => type === "tool_call" || type.startsWith("tool_input")));
  assert.equal(finishOf(received.parts)?.stop, "stop");
  assert.equal(textOf(received.parts), "Searching.Found.");
});

test("shows the text of each kind of result, and marks errors", async () => {
  const shown = async (result: object) => {
    const [part] = providerParts(await weRead(MODEL, start(), ...block(0, { tool_use_id: "s", ...result }), ...end()));
    return part && [part.name, part.output, part.isError ?? false];
  };
  const run = { type: "bash_code_execution_result", stdout: "2\n", stderr: "warn", return_code: 0, content: [] };
  assert.deepEqual(await shown({ type: "bash_code_execution_tool_result", content: run }), ["bash_code_execution", "2\n\nwarn", false]);
  assert.deepEqual(
    await shown({ type: "web_fetch_tool_result", content: { type: "web_fetch_tool_result_error", error_code: "url_not_accessible" } }),
    ["web_fetch", "url_not_accessible", true],
  );
  assert.deepEqual(await shown({ type: "mcp_tool_result", is_error: true, content: [{ type: "text", text: "No." }] }), [
    "mcp",
    "No.",
    true,
  ]);
  assert.deepEqual(await shown({ type: "tool_of_next_year_tool_result", content: { text: "Ahoy." } }), [
    "tool_of_next_year",
    "Ahoy.",
    false,
  ]);
  const [, long] = (await shown({ type: "mcp_tool_result", content: [{ type: "text", text: "x".repeat(10_000) }] })) ?? [];
  assert.equal(String(long).length, 4_001);
});

test("preserves a compaction block, whose summary arrives in one delta", async () => {
  const compaction = block(0, { type: "compaction", content: null }, { type: "compaction_delta", content: "So far: a lot." });
  const received = await weRead(MODEL, start(), ...compaction, ...text(1, "On we go."), ...end());
  assert.deepEqual(providerParts(received), [
    {
      type: "provider",
      name: "compaction",
      output: "So far: a lot.",
      providerData: { anthropic: { block: { type: "compaction", content: "So far: a lot." } } },
    },
  ]);
  assert.equal(textOf(received.parts), "On we go.");
});

test("omits a call whose input is truncated, and blocks of unknown kinds", async () => {
  const truncated = block(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }, ...input('{"query": "Cl'));
  const received = await weRead(MODEL, start(), ...truncated, ...block(1, { type: "mystery" }), ...end("max_tokens"));
  assert.deepEqual(providerParts(received), []);
});

const messagesIn = (body: Readonly<Record<string, unknown>> = {}): readonly unknown[] => body["messages"] as unknown[];

/** Reads a response whose requests are answered in turn; the last answer repeats. */
const readInTurn = async (answers: readonly (readonly object[])[], options: Readonly<Record<string, unknown>> = {}) => {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    const events = answers[Math.min(bodies.length, answers.length - 1)] ?? [];
    bodies.push(JSON.parse(init?.body as string) as Readonly<Record<string, unknown>>);
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const model = await providerModels({ env: FIXTURE_ENV, fetch }).get(MODEL);
  return { received: await receive(model, { options }), bodies };
};

test("continues a paused response with its own content, and emits one response with the sum of usage", async () => {
  const thinking = block(
    0,
    { type: "thinking", thinking: "" },
    { type: "thinking_delta", thinking: "Hm." },
    { type: "signature_delta", signature: "sig" },
  );
  const first = [start({ container: { id: "container_1" } }), ...thinking, ...search, ...text(2, ""), ...end("pause_turn")];
  const second = [
    start({ id: "msg_2", usage: { input_tokens: 30, output_tokens: 1 } }),
    ...block(0, FOUND),
    ...text(1, "Found."),
    ...end(),
  ];
  const { received, bodies } = await readInTurn([first, second]);
  assert.equal(received.error, undefined);
  assert.deepEqual(
    received.parts.map(({ type }) => type),
    [
      "reasoning_start",
      "reasoning_delta",
      "reasoning_end",
      "provider",
      "text_start",
      "text_end",
      "provider",
      "text_start",
      "text_delta",
      "text_end",
      "finish",
    ],
  );
  assert.deepEqual(finishOf(received.parts), {
    type: "finish",
    stop: "stop",
    usage: { ...NO_USAGE, input: 40, output: 10 },
    lastPass: NO_USAGE,
  });
  const [asked, continued] = bodies;
  assert.deepEqual(continued, {
    ...asked,
    container: "container_1",
    messages: [
      ...messagesIn(asked),
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "sig" },
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "Claude Shannon" } },
        ],
      },
    ],
  });
});

test("continues after a pause for a compaction, and gives up after many pauses", async () => {
  const compaction = block(0, { type: "compaction", content: null }, { type: "compaction_delta", content: "So far." });
  const { received, bodies } = await readInTurn([
    [start(), ...compaction, ...end("compaction")],
    [start({ id: "msg_2" }), ...text(0, "Done."), ...end()],
  ]);
  assert.equal(textOf(received.parts), "Done.");
  assert.deepEqual(messagesIn(bodies[1]).at(-1), {
    role: "assistant",
    content: [{ type: "compaction", content: "So far." }],
  });

  const endless = await readInTurn([[start(), ...text(0, "Wait. "), ...end("pause_turn")]]);
  assert.equal(endless.bodies.length, 11);
  assert.equal(finishOf(endless.received.parts)?.stop, "stop");
});

test("does not continue a paused response that has calls for the runtime", async () => {
  const call = block(0, { type: "tool_use", id: "toolu_1", name: "ls", input: {} }, ...input("{}"));
  const { received, bodies } = await readInTurn([[start(), ...call, ...end("pause_turn")]]);
  assert.equal(bodies.length, 1);
  assert.equal(finishOf(received.parts)?.stop, "tool_calls");
});

test("sends tools of the user's options after the runtime's", async () => {
  const tools = [{ type: "web_search_20250305", name: "web_search", max_uses: 3 }];
  const { bodies } = await readInTurn([[start(), ...text(0, "Hi"), ...end()]], { tools });
  assert.deepEqual(bodies[0]?.["tools"], tools);
  assert.deepEqual(request().tools, []);
});

test("reports the usage of the last pass: of several, unknown after server tools, absent otherwise", async () => {
  const lastPass = async (usage: object, ...blocks: readonly object[]) =>
    finishOf((await weRead(MODEL, start(), ...blocks, ...end("end_turn", usage))).parts)?.lastPass;
  const pass = (type: string, input_tokens: number, more: object = {}) => ({ type, input_tokens, output_tokens: 10, ...more });
  const cached = { cache_read_input_tokens: 7, cache_creation_input_tokens: 2 };
  assert.deepEqual(
    await lastPass({ input_tokens: 23_000, output_tokens: 10, iterations: [pass("compaction", 180_000), pass("message", 23_000, cached)] }),
    {
      input: 23_000,
      cacheRead: 7,
      cacheWrite: 2,
      output: 10,
      reasoning: 0,
    },
  );
  assert.deepEqual(await lastPass({ output_tokens: 10, iterations: [pass("compaction", 180_000)] }), NO_USAGE);
  assert.deepEqual(await lastPass({ output_tokens: 10 }, ...search), NO_USAGE);
  assert.equal(await lastPass({ output_tokens: 10, iterations: [pass("message", 100)] }), undefined);
});

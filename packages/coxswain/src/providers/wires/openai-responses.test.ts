import assert from "node:assert/strict";
import { test } from "node:test";
import { finishOf, receive, textOf } from "../wires.fixture.ts";
import { providerModels } from "../provider-models.ts";
import { answering, FIXTURE_ENV } from "../fixtures.fixture.ts";
import { bothRead, weRead } from "./reading.fixture.ts";

const MODEL = "openai/gpt-5";
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const END = { type: "response.completed", response: { usage: { input_tokens: 3, output_tokens: 2 } } };
const message = (id: string, fields: object = {}) => ({ type: "message", id, ...fields });
const text = (item_id: string, delta: string, output_index = 0) => ({ type: "response.output_text.delta", item_id, output_index, delta });

test("P22: reads an item whose events have different IDs as one item", async () => {
  const { parts } = await bothRead(MODEL, added(0, message("m1")), text("m2", "Hi"), done(0, message("m3")), END);
  assert.deepEqual(
    parts.map((part) => ("id" in part ? part.id : part.type)),
    ["text-0", "text-0", "text-0", "finish"],
  );
});

test("sends the phase and annotations of text back with it", async () => {
  const annotation = { type: "url_citation", start_index: 0, end_index: 2, url: "https://a.example", title: "A" };
  const { parts } = await bothRead(
    MODEL,
    added(0, message("m", { phase: "commentary" })),
    text("m", "Hi"),
    { type: "response.output_text.annotation.added", annotation },
    done(0, message("m")),
    END,
  );
  assert.deepEqual(parts[2], {
    type: "text_end",
    id: "text-0",
    providerData: { openai: { itemId: "m", phase: "commentary", annotations: [annotation] } },
  });
});

test("S1-52: the last of several summaries has the encrypted reasoning", async () => {
  const part = (type: string, summary_index: number) => ({ type: `response.reasoning_summary_part.${type}`, item_id: "r", summary_index });
  const delta = (summary_index: number) => ({ type: "response.reasoning_summary_text.delta", item_id: "r", summary_index, delta: "Hm." });
  const item = { type: "reasoning", id: "r", encrypted_content: null };
  const { parts } = await bothRead(
    MODEL,
    added(0, item),
    ...[0, 1].flatMap((index) => [part("added", index), delta(index), part("done", index)]),
    done(0, { ...item, encrypted_content: "sealed" }),
    END,
  );
  assert.deepEqual(
    parts.flatMap((one) => (one.type === "reasoning_end" ? [one.providerData] : [])),
    [{ openai: { itemId: "r" } }, { openai: { itemId: "r", reasoningEncryptedContent: "sealed" } }],
  );
});

test("sends a call's provider data back with it", async () => {
  const item = { type: "function_call", id: "fc", call_id: "c", name: "ls", arguments: "" };
  const whole = { ...item, arguments: "{}", status: "completed", caller: { type: "program", caller_id: "p" }, namespace: "n" };
  const { parts } = await bothRead(MODEL, added(0, item), done(0, whole), END);
  assert.deepEqual(parts.slice(1), [
    {
      type: "tool_call",
      id: "tool-0",
      name: "ls",
      input: "{}",
      providerData: { openai: { itemId: "fc", namespace: "n", caller: { type: "program", callerId: "p" } } },
    },
    { type: "finish", stop: "tool_calls", usage: { input: 3, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0 } },
  ]);
});

test("splits an undeclared parallel call into its calls, under both of its names", async () => {
  const uses = ["ls", "read"].map((name) => ({ recipient_name: `functions.${name}`, parameters: { name } }));
  const tools = ["ls", "read"].map((name) => ({ name, description: name, inputSchema: { type: "object" } }));
  const read = async (name: string, input: string, offered = tools) => {
    const item = { type: "function_call", id: "fc", call_id: "c", name, arguments: "" };
    const argument = { type: "response.function_call_arguments.delta", item_id: "fc", output_index: 0, delta: input };
    const events = [added(0, item), argument, done(0, { ...item, arguments: input, status: "completed" }), END];
    const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    const model = await providerModels({ env: FIXTURE_ENV, fetch: answering(new Uint8Array(bytes)) }).get(MODEL);
    const { parts } = await receive(model, { tools: offered });
    return parts.flatMap((part) => (part.type === "tool_call" ? [part] : []));
  };
  const input = JSON.stringify({ tool_uses: uses });
  for (const name of ["multi_tool_use.parallel", "parallel"]) {
    const whole = { itemId: "fc", toolCallId: "c", toolName: name };
    assert.deepEqual(await read(name, input), [
      {
        type: "tool_call",
        id: "c_0",
        name: "ls",
        input: '{"name":"ls"}',
        providerData: { openai: { parallelToolCall: { ...whole, input, index: 0, count: 2 } } },
      },
      {
        type: "tool_call",
        id: "c_1",
        name: "read",
        input: '{"name":"read"}',
        providerData: { openai: { parallelToolCall: { ...whole, index: 1, count: 2 } } },
      },
    ]);
    for (const other of ["{}", "not JSON", JSON.stringify({ tool_uses: [...uses, { recipient_name: "functions.rm", parameters: {} }] })]) {
      assert.deepEqual(
        (await read(name, other)).map((part) => [part.name, part.input]),
        [[name, other]],
      );
    }
    const own = { name, description: name, inputSchema: { type: "object" } };
    assert.deepEqual(
      (await read(name, input, [...tools, own])).map((part) => [part.id, part.name, part.input]),
      [["c", name, input]],
    );
  }
});

test("classifies a failed response by its error", async () => {
  const failed = (response: object) => ({ type: "response.failed", sequence_number: 1, response });
  const code = async (...events: readonly object[]) => (await bothRead(MODEL, ...events)).error?.code;
  const error = (name: string) => failed({ error: { code: name, message: "No." } });
  assert.equal(await code(error("server_error")), "transient");
  assert.equal(await code(added(0, message("m")), text("m", "Hi"), error("rate_limit_exceeded")), "transient");
  assert.equal(
    await code({ type: "error", sequence_number: 1, error: { type: "invalid_request_error", code: "x", message: "No." } }),
    "invalid",
  );
  assert.equal(await code(failed({ error: null })), "transient");
});

test("rejects the stream of another wire", async () => {
  const { error } = await weRead(MODEL, { choices: [{ index: 0, delta: { content: "Hi" } }] });
  assert.match(error?.message ?? "", /cannot be read/);
});

test("reads text and summaries that arrive only with the end of their items", async () => {
  const summary = ["Hm.", "So."].map((words) => ({ type: "summary_text", text: words }));
  const { parts } = await weRead(
    MODEL,
    added(0, { type: "reasoning", id: "r", summary: [] }),
    done(0, { type: "reasoning", id: "r", summary, encrypted_content: "sealed" }),
    added(1, message("m")),
    done(1, message("m", { content: [{ type: "output_text", text: "Hi" }] })),
    END,
  );
  assert.deepEqual([textOf(parts, "reasoning_delta"), textOf(parts)], ["Hm.So.", "Hi"]);
  assert.equal(parts.filter(({ type }) => type === "reasoning_end").length, 2);
});

test("reads a refusal that arrives only with the end of its item", async () => {
  const refused = message("m", { content: [{ type: "refusal", refusal: "No." }] });
  const { parts } = await weRead(MODEL, added(0, message("m")), done(0, refused), END);
  assert.deepEqual([textOf(parts), finishOf(parts)?.stop], ["No.", "refusal"]);
});

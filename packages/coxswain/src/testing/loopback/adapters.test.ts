import assert from "node:assert/strict";
import { test } from "node:test";
import { ADAPTERS, callsOf, errorsOf, finishOf, reasoningMetadata, stream, textOf } from "./adapters.fixture.ts";
import { loopbackProvider } from "./loopback-provider.ts";

const USAGE = { input: 120, cacheRead: 4096, cacheWrite: 256, output: 90, reasoning: 32 };

for (const adapter of ADAPTERS) {
  test(`${adapter.name}: text, reasoning, calls, usage and finish arrive complete`, async () => {
    const text = 'Grüße aus Zürich 👩‍💻, with "quotes", a \\ and\na second line.';
    const calls = [
      { id: "call_read", name: "read", input: { path: "src/ö.ts", lines: [1, 2], deep: { flag: true } } },
      { id: "call_list", name: "ls", input: {} },
    ];
    await using server = await loopbackProvider([{ reasoning: "First I think 🤔 about it.", text, calls, usage: USAGE }], { chunk: 3 });

    const parts = await stream(adapter, server.url);

    assert.deepEqual(errorsOf(parts), []);
    assert.equal(textOf(parts), text);
    if (adapter.reasoning) assert.equal(textOf(parts, "reasoning-delta"), "First I think 🤔 about it.");
    assert.deepEqual(
      callsOf(parts).map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input: JSON.parse(input) as unknown })),
      calls,
    );
    const { finishReason, usage } = finishOf(parts);
    assert.equal(finishReason.unified, "tool-calls");
    assert.equal(usage.inputTokens.total, 120 + 4096 + 256);
    assert.equal(usage.inputTokens.cacheRead, 4096);
    if (adapter.cacheWrite) assert.equal(usage.inputTokens.cacheWrite, 256);
    assert.equal(usage.outputTokens.total, 90);
    assert.equal(usage.outputTokens.reasoning, 32);
    assert.equal(server.requests[0]?.wire, adapter.wire);
    assert.equal(server.requests[0]?.model, adapter.model(server.url).modelId);
  });

  for (const [stop, unified] of [
    ["stop", "stop"],
    ["length", "length"],
    ["refusal", "content-filter"],
    ["other", "other"],
    ["interrupted", adapter.cutFinish ?? "interrupted"],
  ] as const) {
    test(`${adapter.name}: a reply that stops with ${stop} finishes as ${unified}`, async () => {
      await using server = await loopbackProvider([{ text: "So far.", stop }]);
      const parts = await stream(adapter, server.url);
      assert.equal(finishOf(parts).finishReason.unified, unified);
      assert.equal(textOf(parts), "So far.");
    });
  }

  test(`${adapter.name}: an empty reply finishes with no content`, async () => {
    await using server = await loopbackProvider([{}]);
    const parts = await stream(adapter, server.url);
    assert.equal(finishOf(parts).finishReason.unified, "stop");
    assert.equal(textOf(parts), "");
    assert.deepEqual(callsOf(parts), []);
  });

  test(`${adapter.name}: arguments that are not JSON arrive as the model wrote them`, async () => {
    await using server = await loopbackProvider([{ calls: [{ id: "call_1", name: "read", input: '{"path": "a.ts"' }] }]);
    const [call] = callsOf(await stream(adapter, server.url));
    assert.equal(call?.input, '{"path": "a.ts"');
  });

  test(`${adapter.name}: the server accepts a history of the streamed parts`, async () => {
    const step = {
      reasoning: "I look.",
      text: "Looking.",
      calls: [
        { name: "read", input: { path: "a" } },
        { name: "ls", input: {} },
      ],
    };
    await using server = await loopbackProvider([step, "Done."]);

    const first = await stream(adapter, server.url);
    const calls = callsOf(first);
    const second = await stream(adapter, server.url, [
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      {
        role: "assistant",
        content: [
          ...(adapter.reasoning ? [{ type: "reasoning" as const, text: "I look.", providerOptions: reasoningMetadata(first) }] : []),
          { type: "text", text: textOf(first) },
          ...calls.map(({ toolCallId, toolName, input, providerMetadata = {} }) => ({
            type: "tool-call" as const,
            toolCallId,
            toolName,
            input: JSON.parse(input) as unknown,
            providerOptions: providerMetadata,
          })),
        ],
      },
      {
        role: "tool",
        content: calls.map(({ toolCallId, toolName }) => ({
          type: "tool-result" as const,
          toolCallId,
          toolName,
          output: { type: "text" as const, value: "fine" },
        })),
      },
    ]);
    assert.equal(textOf(second), "Done.");
  });
}

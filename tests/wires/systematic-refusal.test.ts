import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, createRuntime, defineTool, memoryStore, providerModels, textResult } from "coxswain";
import type { RepairEntry } from "coxswain/session";
import { loopbackProvider, type LoopbackReply, type LoopbackRequest } from "coxswain/testing";
import { z } from "zod";
import { WIRE_NAMES, type WireName, WIRES } from "./wire-scene.ts";

/** Refusals of every history with the result of a call, in words that name no item, a location, or an id. */
const WORDS: readonly ((count: number) => string)[] = [
  () => "Gemini models require OpenRouter reasoning details to be preserved in each request.",
  (count) => `messages.${count}: tool call ${count} is not allowed here`,
  () => "Request contains an invalid argument.",
];

const listOf = ({ body }: LoopbackRequest): readonly unknown[] =>
  (body["messages"] ?? body["input"] ?? body["contents"]) as readonly unknown[];

const hasResult = (request: LoopbackRequest): boolean =>
  /"tool_result"|"role":"tool"|function_call_output|functionResponse/.test(request.text);

/** A server that refuses every history with a call's result, and whose model calls the tool until it sees a result. */
const scene = async (wire: WireName, words: (count: number) => string, effect: "read" | "write") => {
  const server = await loopbackProvider((request): LoopbackReply => {
    if (!hasResult(request)) return { calls: [{ name: "act", input: {} }] };
    const message = words(listOf(request).length);
    return { fault: { kind: "status", status: 400, body: { error: { message, type: "invalid_request_error", code: 400, status: "X" } } } };
  });
  let acted = 0;
  const act = defineTool({
    name: "act",
    description: "Acts.",
    inputSchema: z.object({}),
    effect,
    execute: async () => textResult(`acted ${++acted}`),
  });
  const { model, base, key } = WIRES[wire];
  const runtime = createRuntime({
    store: memoryStore(),
    models: providerModels({ env: { [key]: "sk-test-123456" }, custom: { [model.split("/")[0] ?? ""]: { baseURL: server.url + base } } }),
    tools: [act],
    policy: allowAll(),
  });
  const session = await runtime.create({ model, cwd: "/", thinking: "low" });
  return {
    server,
    session,
    prompt: async () => {
      const outcome = await session.prompt("Act.").outcome;
      return outcome.kind === "failed" ? outcome.error.message : outcome.kind;
    },
    acted: () => acted,
    repairs: () => session.entries.filter((entry): entry is RepairEntry => entry.type === "repair"),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await server.close();
    },
  };
};

for (const wire of WIRE_NAMES) {
  test(`A14 over ${wire}: a server that refuses every result costs no call with an effect, and the tool runs once`, async () => {
    for (const words of WORDS) {
      await using refused = await scene(wire, words, "write");
      const message = await refused.prompt();
      const asked = refused.server.requests.length;
      assert.ok(message.includes(words(0).split(/\d/)[0] ?? ""), message);
      assert.deepEqual([refused.acted(), refused.repairs()], [1, []]);
      assert.ok(asked <= 8, `${asked} requests`);
      // The next prompt fails in the same way: the call is still in the history.
      await refused.prompt();
      assert.deepEqual([refused.acted(), refused.repairs()], [1, []]);
    }
  });

  test(`A14 over ${wire}: a run stops at the second refusal of one kind, with the provider's message`, async () => {
    for (const words of WORDS) {
      await using refused = await scene(wire, words, "read");
      const message = await refused.prompt();
      assert.ok(message.includes(words(0).split(/\d/)[0] ?? ""), message);
      assert.match(message, /This run already omitted an item after a refusal of this kind/);
      assert.deepEqual([refused.acted(), refused.repairs().length], [2, 1]);
    }
  });
}

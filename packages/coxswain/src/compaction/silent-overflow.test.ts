import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askText,
  type Model,
  type ModelRequest,
  NO_USAGE,
  type Reply,
  scriptedModel,
  type StreamPart,
  type Usage,
} from "../model/index.ts";
import { withoutSilentOverflow } from "./run-compaction.ts";

const REQUEST: ModelRequest = {
  system: [],
  messages: [],
  tools: [],
  thinking: "off",
  maxOutputTokens: 100,
  signal: new AbortController().signal,
};

const asked = (reply: Reply, { window = 1_000, heeded = true } = {}) => {
  const watch = { canRecover: () => heeded, onRejected: async () => {} };
  return askText(withoutSilentOverflow(scriptedModel([reply], { info: { contextWindow: window } }), watch), REQUEST);
};

/** Returns a model that responds with these parts. */
const answering = (...parts: readonly StreamPart[]): Model => ({
  info: scriptedModel([], { info: { contextWindow: 1_000, price: { input: 10, output: 20 } } }).info,
  async *stream() {
    yield* parts;
  },
});

test("P20: an answer to more input than the window holds is a silent overflow", async () => {
  await assert.rejects(asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 101 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 100 } })).text, "Ahoy.");
});

test("P20: an answer that was truncated when the window was full is an overflow as well", async () => {
  await assert.rejects(asked({ text: "Aho", stop: "length", usage: { input: 900, output: 100 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Aho", stop: "length", usage: { input: 800, output: 100 } })).text, "Aho");
});

test("P20: an answer without output that stops at its limit, to input of at least 98 % of the window, is an overflow", async () => {
  const watch = { canRecover: () => true, onRejected: async () => {} };
  const code = async (usage: Partial<Usage>, ...output: readonly StreamPart[]) => {
    const finish = { type: "finish", stop: "length", usage: { ...NO_USAGE, ...usage } } as const;
    return Array.fromAsync(withoutSilentOverflow(answering(...output, finish), watch).stream(REQUEST)).then(
      () => "accepted",
      (error: unknown) => (error as { code?: string }).code,
    );
  };
  const start = { type: "text_start", id: "0" } as const;
  const text = { type: "text_delta", id: "0", delta: "Aho" } as const;
  assert.equal(await code({ input: 900, cacheRead: 80 }), "overflow");
  assert.equal(await code({ input: 980, output: 1 }, start), "overflow");
  assert.equal(await code({ input: 979 }), "accepted");
  assert.equal(await code({ input: 980, output: 1 }, start, text), "accepted");
});

test("P20: usage summed over several passes of the provider is not an overflow, but its last pass may be", async () => {
  const watch = { canRecover: () => true, onRejected: async () => {} };
  const read = (lastPass: Partial<Usage>) => {
    const usage = { ...NO_USAGE, input: 5_000, output: 50 };
    const finish = { type: "finish", stop: "stop", usage, lastPass: { ...NO_USAGE, ...lastPass } } as const;
    return Array.fromAsync(withoutSilentOverflow(answering(finish), watch).stream(REQUEST));
  };
  assert.equal((await read({})).length, 1);
  assert.equal((await read({ input: 1_000 })).length, 1);
  await assert.rejects(read({ input: 1_001 }), { code: "overflow" });
});

test("P20: reports the usage and cost of the answer that it rejects, and waits until they are stored", async () => {
  const order: unknown[] = [];
  const onRejected = async (spent: unknown) => {
    await Promise.resolve();
    order.push(spent);
  };
  const usage = { ...NO_USAGE, input: 1_001, output: 100 };
  const ask = (cost?: number) => {
    const finish = { type: "finish", stop: "stop", usage, ...(cost === undefined ? {} : { cost }) } as const;
    return Array.fromAsync(withoutSilentOverflow(answering(finish), { canRecover: () => true, onRejected }).stream(REQUEST));
  };
  await ask().catch((error: unknown) => order.push((error as { code?: string }).code));
  await ask(3).catch(() => undefined);
  assert.deepEqual(order, [{ usage, cost: (1_001 * 10 + 100 * 20) / 1e6 }, "overflow", { usage, cost: 3 }]);
});

test("accepts the answer if no recovery is possible", async () => {
  assert.equal((await asked({ text: "Ahoy.", usage: { input: 5_000 } }, { heeded: false })).text, "Ahoy.");
});

test("a consumer that returns or throws early ends the model's stream", async () => {
  const ended: string[] = [];
  const { info } = scriptedModel([], { info: { contextWindow: 10 } });
  const answer = (input: number): Model => ({
    info,
    async *stream() {
      try {
        yield { type: "finish", stop: "stop", usage: { ...NO_USAGE, input } };
        yield { type: "finish", stop: "stop", usage: NO_USAGE };
      } finally {
        ended.push(`${input}`);
      }
    },
  });
  const ask = (input: number) =>
    withoutSilentOverflow(answer(input), { canRecover: () => true, onRejected: async () => {} }).stream(REQUEST);
  await assert.rejects(Array.fromAsync(ask(11)), { code: "overflow" });
  for await (const _ of ask(9)) break;
  assert.deepEqual(ended, ["11", "9"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { askText, type Model, type ModelRequest, NO_USAGE, type Reply, scriptedModel } from "../model/index.ts";
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
  return askText(
    withoutSilentOverflow(scriptedModel([reply], { info: { contextWindow: window } }), () => heeded),
    REQUEST,
  );
};

test("P20: an answer to more input than the window holds is a silent overflow", async () => {
  await assert.rejects(asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 101 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 100 } })).text, "Ahoy.");
});

test("P20: an answer that was truncated when the window was full is an overflow as well", async () => {
  await assert.rejects(asked({ text: "Aho", stop: "length", usage: { input: 900, output: 100 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Aho", stop: "length", usage: { input: 800, output: 100 } })).text, "Aho");
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
  const ask = (input: number) => withoutSilentOverflow(answer(input), () => true).stream(REQUEST);
  await assert.rejects(Array.fromAsync(ask(11)), { code: "overflow" });
  for await (const _ of ask(9)) break;
  assert.deepEqual(ended, ["11", "9"]);
});

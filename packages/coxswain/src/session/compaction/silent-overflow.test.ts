import assert from "node:assert/strict";
import { test } from "node:test";
import { type ModelRequest, type Reply, scriptedModel } from "../../model/index.ts";
import { askText } from "../ask-text.ts";
import { withoutSilentOverflow } from "./silent-overflow.ts";

const asked = (reply: Reply, { window = 1_000, heeded = true } = {}) => {
  const request: ModelRequest = {
    system: [],
    messages: [],
    tools: [],
    thinking: "off",
    maxOutputTokens: 100,
    signal: new AbortController().signal,
  };
  return askText(
    withoutSilentOverflow(scriptedModel([reply], { info: { contextWindow: window } }), () => heeded),
    request,
  );
};

test("P20: an answer to more input than the window has is an overflow that nobody told", async () => {
  await assert.rejects(asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 101 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Ahoy.", usage: { input: 900, cacheRead: 100 } })).text, "Ahoy.");
});

test("P20: an answer that was cut off when the window was full is one as well", async () => {
  await assert.rejects(asked({ text: "Aho", stop: "length", usage: { input: 900, output: 100 } }), { code: "overflow" });
  assert.equal((await asked({ text: "Aho", stop: "length", usage: { input: 800, output: 100 } })).text, "Aho");
});

test("it is taken where nothing would be done about it", async () => {
  assert.equal((await asked({ text: "Ahoy.", usage: { input: 5_000 } }, { heeded: false })).text, "Ahoy.");
});

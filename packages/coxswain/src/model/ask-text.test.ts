import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelRequest } from "./model.ts";
import { scriptedModel } from "./scripted/index.ts";
import { askText } from "./ask-text.ts";
import { retrying } from "../session/index.ts";

const request = (signal = new AbortController().signal): ModelRequest => ({
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "Say something." }] }],
  tools: [],
  thinking: "off",
  maxOutputTokens: 100,
  signal,
});

test("the output comes with its usage and its cost at the model's price", async () => {
  const model = scriptedModel([{ reasoning: "Hm.", text: "Ahoy.", usage: { input: 1_000_000 } }], {
    info: { price: { input: 2, output: 3 } },
  });
  const { text, stop, usage, cost } = await askText(model, request());
  assert.deepEqual({ text, stop, input: usage.input, cost }, { text: "Ahoy.", stop: "stop", input: 1_000_000, cost: 2 });
});

test("asks for text alone, so that no tools of the options are sent", async () => {
  const model = scriptedModel(["Ahoy."]);
  await askText(model, request());
  assert.equal(model.requests[0]?.textOnly, true);
});

test("rejects truncated and refused output", async () => {
  await assert.rejects(askText(scriptedModel([{ text: "Aho", cut: true }]), request()), { code: "transient" });
  await assert.rejects(askText(scriptedModel([{ text: "No.", stop: "refusal" }]), request()), { code: "refused" });
});

test("an abort ends the request, whatever the model does", async () => {
  const controller = new AbortController();
  const deaf = scriptedModel([{ text: "Aho", hold: new Promise(() => {}) }]);
  const host = { clock: { sleep: async () => {} }, now: Date.now };
  const asked = askText(
    retrying(deaf, { options: {}, host, journal: { mint: () => "retry", emit() {}, append: async () => {} } }),
    request(controller.signal),
  );
  controller.abort();
  await assert.rejects(asked, { code: "aborted" });
});

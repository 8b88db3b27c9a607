import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelInfo, Thinking } from "../model/index.ts";
import type { WrittenRequest } from "./http-sender.ts";
import { manualTimers } from "./timers.fixture.ts";
import { createTransport } from "./transport.ts";
import { wireModel } from "./wire-model.ts";
import { type Wire, geminiReader } from "./wires/index.ts";
import { receive, textOf } from "./wires.fixture.ts";

const INFO: ModelInfo = { reference: "local/m", provider: "local", id: "m", name: "M", vision: true, thinking: ["low", "high"] };
const answer = (candidate: object): string => `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`;
const textPart = (text: string) => ({ content: { parts: [{ text }] } });

/** Returns a model over a wire that writes one small body, and the requests that it sent. */
const modelOf = (answers: readonly string[], write: Partial<Wire> = {}, bodyOptions?: Readonly<Record<string, unknown>>) => {
  const sent: WrittenRequest[] = [];
  const levels: (Thinking | undefined)[] = [];
  const { send } = createTransport({
    env: {},
    fetch: async (url, init = {}) => {
      if (url instanceof Request) throw new TypeError("not expected");
      sent.push({ url, init });
      return new Response(answers[sent.length - 1], { headers: { "content-type": "text/event-stream" } });
    },
  });
  const wire: Wire = {
    write: ({ system }, thinking) => {
      levels.push(thinking);
      return { url: "http://127.0.0.1:1/", headers: { "x-key": "k" }, body: { model: "m", system, limits: { tokens: 1 } } };
    },
    read: geminiReader,
    marksCache: false,
    ...write,
  };
  const origin = { label: "Local", model: "m" };
  return { model: wireModel(INFO, { wire, send, bodyOptions, origin, watchdogs: {}, timers: manualTimers() }), sent, levels };
};

const bodyOf = (request: WrittenRequest | undefined): unknown => JSON.parse(request?.init.body as string);

test("sends the wire's request, with the user's options in its body", async () => {
  const { model, sent } = modelOf([answer({ ...textPart("Hi"), finishReason: "STOP" })], {}, { limits: { seconds: 2 }, system: "Obey." });
  const { parts, error } = await receive(model, { options: { seed: 3 } });
  assert.equal(error, undefined);
  assert.equal(textOf(parts), "Hi");
  assert.deepEqual(bodyOf(sent[0]), { model: "m", system: ["You are terse."], limits: { tokens: 1, seconds: 2 }, seed: 3 });
  const { method, headers } = sent[0]?.init ?? {};
  assert.deepEqual([method, headers], ["POST", { "x-key": "k" }]);
});

test("passes the nearest thinking level of the model to the wire", async () => {
  const { model, levels } = modelOf([answer({ finishReason: "STOP" })]);
  await receive(model, { thinking: "medium" });
  assert.deepEqual(levels, ["low"]);
});

test("continues a response with the reader's fields in the same body", async () => {
  const { model, sent } = modelOf([
    answer({ ...textPart("One, "), finishReason: "CONTINUATION", continuationToken: "t" }),
    answer({ ...textPart("two."), finishReason: "STOP" }),
  ]);
  assert.equal(textOf((await receive(model)).parts), "One, two.");
  assert.deepEqual(bodyOf(sent[1]), { ...(bodyOf(sent[0]) as object), continuationToken: "t" });
});

test("fails with the writer's error", async () => {
  const cause = new TypeError("undefined is not a function");
  const { model } = modelOf([], {
    write: () => {
      throw cause;
    },
  });
  const { error } = await receive(model);
  assert.equal(error?.code, "invalid");
  assert.equal(error?.cause, cause);
});

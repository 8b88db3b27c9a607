import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { Model } from "../model/index.ts";
import type { Fetch } from "./http-sender.ts";
import { providerModels } from "./provider-models.ts";
import { finishOf, receive, request, textOf } from "./wires.fixture.ts";

const STREAM = { "content-type": "text/event-stream" };
const delta = (content: string, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
const END = `${delta("", "stop")}data: [DONE]\n\n`;

const modelAt = (baseURL: string, fetch?: Fetch): Promise<Model> =>
  providerModels({ env: {}, custom: { mine: { baseURL } }, ...(fetch === undefined ? {} : { fetch }) }).get("mine/model");

const serving = async (listener: RequestListener) => {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    model: await modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

test("P23: reads an event of ten megabytes", async () => {
  const text = "z".repeat(10_000_000);
  await using served = await serving((_incoming, response) => void response.writeHead(200, STREAM).end(delta(text) + END));
  assert.equal(textOf((await receive(served.model)).parts).length, 10_000_000);
});

test("P23: emits a hundred thousand tiny events in order", async () => {
  const words = Array.from({ length: 100_000 }, (_, at) => `${at} `);
  await using served = await serving(
    (_incoming, response) => void response.writeHead(200, STREAM).end(words.map((word) => delta(word)).join("") + END),
  );
  const { parts } = await receive(served.model);
  assert.equal(textOf(parts), words.join(""));
  assert.equal(parts.length, words.length + 3);
});

test("applies backpressure to the server for a slow reader", async () => {
  let sent = 0;
  const event = delta("x".repeat(1000));
  await using served = await serving((_incoming, response) => {
    response.writeHead(200, STREAM);
    const fill = (): void => {
      while (sent < 40_000) {
        sent += 1;
        if (!response.write(event)) return void response.once("drain", fill);
      }
      response.end(END);
    };
    fill();
  });
  const iterator = served.model.stream(request())[Symbol.asyncIterator]();
  await iterator.next();
  for (let before = -1; before !== sent;) {
    before = sent;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(sent < 40_000, "everything was sent, and no one read it");
  let deltas = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
    deltas += Number(next.value.type === "text_delta");
  assert.equal(deltas, 40_000);
});

test("reads the response of a custom fetch, and cancels its body when the reader leaves", async () => {
  let left = false;
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(Buffer.from(delta("Hi") + END)),
      cancel: () => {
        left = true;
      },
    });
  const model = await modelAt("http://127.0.0.1:1/v1", async () => new Response(body(), { headers: STREAM }));
  for await (const part of model.stream(request())) if (part.type === "text_delta") break;
  assert.ok(left);
});

test("ignores a fetch that responds after the abort", async () => {
  const controller = new AbortController();
  const answer = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  let left = false;
  const model = await modelAt("http://127.0.0.1:1/v1", () => {
    asked.resolve();
    return answer.promise;
  });
  const receiving = receive(model, { signal: controller.signal });
  await asked.promise;
  controller.abort();
  assert.equal((await receiving).error?.code, "aborted");
  const gone = Promise.withResolvers<void>();
  const body = new ReadableStream({
    cancel: () => {
      left = true;
      gone.resolve();
    },
  });
  answer.resolve(new Response(body, { headers: STREAM }));
  await gone.promise;
  assert.ok(left);
});

test("P7: an empty body fails as a truncated response", async () => {
  const model = await modelAt("http://127.0.0.1:1/v1", async () => new Response(null, { headers: STREAM }));
  assert.match((await receive(model)).error?.message ?? "", /^The answer of mine broke off before its end\.$/);
});

test("an abort between the last byte and the last read part fails as aborted", async () => {
  await using served = await serving((_incoming, response) => void response.writeHead(200, STREAM).end(delta("Hi") + END));
  const controller = new AbortController();
  const iterator = served.model.stream(request({ signal: controller.signal }))[Symbol.asyncIterator]();
  await iterator.next();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await assert.rejects(iterator.next(), { code: "aborted" });
  await assert.rejects(iterator.next(), { code: "aborted" });
});

test("resolves concurrent reads in order", async () => {
  await using served = await serving((_incoming, response) => void response.writeHead(200, STREAM).end(delta("Hi") + END));
  const iterator = served.model.stream(request())[Symbol.asyncIterator]();
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => iterator.next()));
  assert.deepEqual(
    results.map(({ value }) => value?.type),
    ["text_start", "text_delta", "text_end", "finish", undefined],
  );
});

test("reuses the connection for each following request", async () => {
  const ports = new Set<number | undefined>();
  await using served = await serving((incoming, response) => {
    ports.add(incoming.socket.remotePort);
    response.writeHead(200, STREAM).end(delta("Hi") + END);
  });
  for (let turn = 0; turn < 20; turn += 1) {
    assert.ok(finishOf((await receive(served.model)).parts));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(ports.size, 1);
});

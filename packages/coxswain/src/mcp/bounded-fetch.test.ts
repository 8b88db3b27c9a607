import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedFetch } from "./bounded-fetch.ts";
import { MAX_MESSAGE } from "./stdio-transport.ts";

/** Returns what a response with these chunks is after the limit. */
const bounded = (type: string, chunks: Iterable<string>, request?: object): Promise<Response> => {
  const source = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = source.next();
      if (done === true) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
  });
  const fetch = boundedFetch(async () => new Response(body, { headers: { "content-type": type } }));
  return fetch("http://stub.invalid/", request === undefined ? {} : { method: "POST", body: JSON.stringify(request) });
};

const MEGABYTE = "x".repeat(1_000_000);

for (const [name, end] of [
  ["LF", "\n\n"],
  ["CR LF", "\r\n\r\n"],
  ["CR", "\r\r"],
  ["mixed line ends", "\n\r\n"],
] as const)
  test(`an event stream may be longer than one message, with ${name}, wherever it is cut`, async () => {
    const events = Array.from({ length: 12 }, () => [`data: ${MEGABYTE}${end.slice(0, 1)}`, end.slice(1)]).flat();
    const { length } = await (await bounded("Text/Event-Stream; charset=utf-8", events)).text();
    assert.equal(length, events.join("").length);
  });

test("a stream ends at an event over the limit, with an error as the answer to its request", async () => {
  const chunks = ["data: first\n\ndata: ", ...Array.from({ length: 11 }, () => MEGABYTE), "\n\ndata: never\n\n"];
  const text = await (await bounded("text/event-stream", chunks, { jsonrpc: "2.0", id: 7, method: "tools/call" })).text();
  assert.ok(text.length < MAX_MESSAGE + 1000);
  const last = text.trimEnd().split("\n\n").at(-1) ?? "";
  const message = "it sent a message over 10 MB";
  assert.deepEqual(JSON.parse(last.slice("data: ".length)), { jsonrpc: "2.0", id: 7, error: { code: -32603, message } });
});

test("a response has the address from which it came", async () => {
  const redirected = Object.defineProperty(new Response("{}"), "url", { value: "http://other.invalid/" });
  assert.equal((await boundedFetch(async () => redirected)("http://stub.invalid/")).url, "http://other.invalid/");
});

test("a body of the limit passes, and a longer one fails", async () => {
  const [half, whole] = ["x".repeat(MAX_MESSAGE / 2), MAX_MESSAGE];
  assert.equal((await (await bounded("application/json", [half, half])).text()).length, whole);
  await assert.rejects((await bounded("application/json", [half, half, "x"])).text(), /over 10 MB/);
});

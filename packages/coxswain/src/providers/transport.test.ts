import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fetch } from "./http-sender.ts";
import { createTransport } from "./transport.ts";

/** Returns a fetch that responds with one response and records its arguments. */
const answering = (body: string | null, headers: Readonly<Record<string, string>>, status = 200) => {
  const requests: (RequestInit | undefined)[] = [];
  const fetch: Fetch = async (_input, init) => {
    requests.push(init);
    return new Response(body, { status, headers });
  };
  return { fetch, given: requests };
};
const STREAM = { "content-type": "text/event-stream; charset=utf-8" };
const URL = "http://127.0.0.1:1/v1/messages";

test("reports the bytes of a custom fetch, which follows no redirect with the key", async () => {
  const { fetch, given } = answering("data: {}\n\n", STREAM);
  const transport = createTransport({ fetch, env: {} });
  const { signal } = new AbortController();
  let calls = 0;
  transport.onBytes(signal, () => (calls += 1));
  const response = await transport.fetch(URL, { method: "POST", signal });
  assert.equal(await response.text(), "data: {}\n\n");
  assert.ok(calls >= 2, "once for the headers, once for the body");
  assert.equal(given[0]?.redirect, "error");
});

test("P12: rejects a web page with status 200", async () => {
  const { fetch } = answering("<html>", { "content-type": "text/html; charset=utf-8" });
  await assert.rejects(createTransport({ fetch, env: {} }).fetch(URL), { code: "invalid", message: /web page.*base URL/ });
});

test("P12: gives a JSON error with status 200 the status that it contains, else 500", async () => {
  const statusOf = async (body: object) => {
    const { fetch } = answering(JSON.stringify(body), { "content-type": "application/json" });
    const response = await createTransport({ fetch, env: {} }).fetch(URL);
    assert.equal(await response.text(), JSON.stringify(body));
    return response.status;
  };
  assert.equal(await statusOf({ error: { code: 402, message: "No credit." } }), 402);
  assert.equal(await statusOf({ error: { code: "overloaded" } }), 500);
  assert.equal(await statusOf({ choices: [] }), 200);
});

test("returns a response with an error status unchanged", async () => {
  const { fetch } = answering("<html>", { "content-type": "text/html" }, 502);
  assert.equal((await createTransport({ fetch, env: {} }).fetch(URL)).status, 502);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { bothWays, type Compared } from "./differential.fixture.ts";
import { answering, FIXTURE_ENV, FIXTURES } from "./fixtures.fixture.ts";

/*
 * Adapters and our writers expect an adapter's parts and provider data in the history. So our readers must
 * emit the same parts as the adapters, with the same provider data and usage.
 */
for (const { name, model, bytes } of FIXTURES) {
  test(`${name}: our reader emits the same parts as the adapter`, async () => {
    const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: answering(bytes) });
    assert.deepEqual(ours, adapter);
  });
}

const END_OF_EVENT = /(?<=\r?\n\r?\n)/;
const joined = (events: readonly string[]) => new Uint8Array(Buffer.from(events.join("")));
const deltas = ({ parts }: Compared) => parts.filter(({ type }) => type === "text_delta" || type === "reasoning_delta");

for (const { name, model, bytes } of FIXTURES) {
  const events = Buffer.from(bytes).toString().split(END_OF_EVENT);

  test(`P22: ${name}: our reader handles a repeated event like the adapter`, async () => {
    for (const [at, event] of events.entries()) {
      const twice = joined(events.toSpliced(at, 0, event));
      const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: answering(twice) });
      assert.deepEqual(ours, adapter, `event ${at}`);
    }
  });

  test(`P7: ${name}: truncated after any event, our reader fails whenever the adapter fails, after the same parts`, async () => {
    for (const at of events.keys()) {
      const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: answering(joined(events.slice(0, at))) });
      assert.equal(ours.error?.code, adapter.error?.code, `before event ${at}`);
      assert.deepEqual(deltas(ours), deltas(adapter), `before event ${at}`);
      if (adapter.error === undefined) assert.deepEqual(ours, adapter);
    }
  });
}

const errorLine = (message: string, more: object = {}) => JSON.stringify({ type: "error", error: { message, ...more } });
const FAILURES: readonly (readonly [number, string, Readonly<Record<string, string>>])[] = [
  [400, errorLine("prompt is too long: 210000 tokens > 200000 maximum", { type: "invalid_request_error" }), {}],
  [400, "", {}],
  [401, errorLine("invalid x-api-key", { type: "authentication_error" }), {}],
  [402, errorLine("Insufficient Balance"), {}],
  [403, errorLine("not allowed", { type: "permission_error" }), {}],
  [404, errorLine("no such model", { type: "not_found_error", code: "model_not_found" }), {}],
  [413, "<html>too large</html>", { "content-type": "text/html" }],
  [429, errorLine("slow down", { type: "rate_limit_error" }), { "retry-after": "7" }],
  [429, errorLine("Please try again in 1m2.5s"), {}],
  [500, "oops", { "content-type": "text/plain" }],
  [503, errorLine("overloaded", { type: "overloaded_error", status: "UNAVAILABLE", code: 503 }), { "retry-after-ms": "250" }],
  [529, errorLine("Overloaded", { type: "overloaded_error" }), {}],
  [200, errorLine("No credit left.", { code: 402 }), { "content-type": "application/json" }],
  [200, "<html>Welcome</html>", { "content-type": "text/html" }],
];

for (const model of new Set(FIXTURES.map((fixture) => fixture.model))) {
  test(`${model}: a failed response has the same error in both readers`, async () => {
    for (const [status, body, headers] of FAILURES) {
      const fetch = async () => new Response(body, { status, statusText: "Some Status", headers });
      const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch });
      assert.notEqual(ours.error, undefined);
      assert.deepEqual(ours, adapter, `${status} ${body}`);
    }
  });
}

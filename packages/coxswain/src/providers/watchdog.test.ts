import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { manualTimers } from "./timers.fixture.ts";
import { watchdog } from "./watchdog.ts";
import { receive, textOf, WIRE_NAMES } from "./wires.fixture.ts";
import { serve } from "../testing/loopback/served-model.fixture.ts";

test("a watchdog calls back once, after its limit without a touch", () => {
  const timers = manualTimers();
  let barks = 0;
  const dog = watchdog(1000, timers, () => (barks += 1));
  timers.advance(900);
  dog.touch();
  timers.advance(999);
  assert.equal(barks, 0);
  timers.advance(1);
  timers.advance(10_000);
  assert.equal(barks, 1);
});

test("a touch sets no timer", () => {
  const timers = manualTimers();
  const dog = watchdog(1000, timers, () => assert.fail("it barked"));
  for (let touch = 0; touch < 10_000; touch += 1) dog.touch();
  assert.equal(timers.set, 1);
  dog.stop();
  timers.advance(5000);
  assert.equal(timers.pending, 0);
});

test("a limit of Infinity sets no timer", () => {
  const timers = manualTimers();
  watchdog(Infinity, timers, () => assert.fail("it barked")).touch();
  assert.equal(timers.set, 0);
});

for (const wire of WIRE_NAMES) {
  test(`P9: ${wire}: a stream without a byte for 60 s fails as transient, and the message states it`, async () => {
    const timers = manualTimers();
    await using served = await serve(wire, [{ text: "The beginning of a long answer.", fault: { kind: "stall", after: 4 } }], { timers });
    const stream = served.model.stream({
      system: [],
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      tools: [],
      thinking: "off",
      maxOutputTokens: 1024,
      signal: new AbortController().signal,
    });
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    const rest = (async () => {
      for (;;) if ((await iterator.next()).done === true) return;
    })();
    await new Promise((resolve) => setImmediate(resolve));
    timers.advance(61_000);
    await assert.rejects(rest, { code: "transient", message: /sent not a byte for 60 s/ });
    assert.equal(timers.pending, 0);
  });

  test(`P9 P10: ${wire}: keep-alives count as bytes, but not as content`, async () => {
    const timers = manualTimers();
    let pings = 0;
    // Each keep-alive advances the clock by 30 seconds.
    const tick = async () => {
      pings += 1;
      // The keep-alive must cross a socket, and no event reports its arrival, so this waits.
      await new Promise((resolve) => setTimeout(resolve, 5));
      timers.advance(30_000);
    };
    await using served = await serve(wire, [{ text: "Hello, I am thinking.", fault: { kind: "stall", after: 2, pings: true, tick } }], {
      timers,
    });
    const { error } = await receive(served.model);
    assert.match(error?.message ?? "", /sent no part of its response for 300 s/);
    assert.equal(error?.code, "transient");
    assert.ok(pings >= 9, `${pings}`);
  });
}

test("P10: aborts the request and its connection if the server never responds", async () => {
  const timers = manualTimers();
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  await using served = await serve(
    "anthropic",
    (request) => {
      arrived.resolve();
      void request.aborted.then(() => gone.resolve());
      return { before: new Promise(() => {}) };
    },
    { timers, watchdogs: { bytes: 5000 } },
  );
  const receiving = receive(served.model);
  await arrived.promise;
  timers.advance(5000);
  const { error } = await receiving;
  assert.match(error?.message ?? "", /sent not a byte for 5 s/);
  await gone.promise;
});

test("P10: accepts a response that arrives slowly", async () => {
  await using served = await serve("anthropic", [
    { text: "Slowly but surely.", fault: { kind: "drip", bytesPerTick: 64, tick: () => Promise.resolve() } },
  ]);
  const { parts, error } = await receive(served.model);
  assert.equal(error, undefined);
  assert.equal(textOf(parts), "Slowly but surely.");
});

test("watchdogs can be disabled", async () => {
  const timers = manualTimers();
  const signal = new AbortController();
  await using served = await serve("openai", [{ before: once(signal.signal, "abort"), text: "Late." }], {
    timers,
    watchdogs: { bytes: Infinity, content: Infinity },
  });
  const receiving = receive(served.model);
  timers.advance(86_400_000);
  signal.abort();
  assert.equal(textOf((await receiving).parts), "Late.");
});

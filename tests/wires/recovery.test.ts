import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "coxswain";
import type { Fault, LoopbackReply, LoopbackScript } from "coxswain/testing";
import { manualTimers } from "../../packages/coxswain/src/providers/timers.fixture.ts";
import { skippingClock } from "../../packages/coxswain/src/session/recovery/retry.fixture.ts";
import { openWire, sayCalls, sayTool, transcript, WIRE_NAMES, type WireName, WIRES } from "./wire-scene.ts";

const EXACT = { jitter: false };
const never = sayTool(() => assert.fail("no tool of a broken response may run"));

/** A response with reasoning, text and a call, of which the session must store nothing. */
const broken = (fault: Fault): LoopbackReply => ({ reasoning: "hm", text: "half an answer, and more", ...sayCalls("half"), fault });

const openRecovering = async (wire: WireName, script: LoopbackScript, tools = [never]) => {
  const clock = skippingClock();
  const timers = manualTimers();
  return { ...(await openWire(wire, { script, tools, clock, timers, setup: { retry: EXACT } })), clock, timers };
};

const eventsOf = async (run: AsyncIterable<Event>): Promise<readonly Event[]> => Array.fromAsync(run);

const failureOf = (events: readonly Event[]) => {
  const start = events.find((event) => event.type === "retry_start");
  return { message: start?.error.message ?? "", status: start?.error.status };
};

/** Transient faults, after which the run continues. */
const TRANSIENT: readonly (readonly [string, Fault])[] = [
  ["S0-57, P3: a server error (500)", { kind: "status", status: 500 }],
  ["P3: a bad gateway with a web page (502)", { kind: "status", status: 502, body: "<html><h1>Bad gateway</h1></html>" }],
  ["S0-57, P3: an unavailable service (503)", { kind: "status", status: 503 }],
  ["P3: an overloaded provider (529)", { kind: "status", status: 529 }],
  ["S0-57, P1: a rate limit (429)", { kind: "status", status: 429 }],
  ["S0-57, P5: a reset before the headers", { kind: "reset" }],
  ["P6: a reset in the stream", { kind: "reset", after: 5 }],
  ["P7: a stream without a final event", { kind: "cut", after: 3 }],
  ["P8: an error event in the stream", { kind: "error", after: 4 }],
  ["P11: an event that is not JSON", { kind: "garbage", after: 4 }],
  ["P12: an empty body", { kind: "body", body: "", contentType: "text/event-stream" }],
];

for (const wire of WIRE_NAMES) {
  for (const [name, fault] of TRANSIENT) {
    test(`${name} over ${wire}: retries and stores no part of the failed responses`, async () => {
      await using scene = await openRecovering(wire, [broken(fault), broken(fault), "the whole answer", "more"]);
      const run = scene.session.prompt("go");
      const events = await eventsOf(run);
      assert.equal((await run.outcome).kind, "done", JSON.stringify(await run.outcome));
      assert.deepEqual(transcript(scene.session), ["user: go", "assistant: the whole answer"]);
      assert.deepEqual(scene.clock.slept, [2_000, 4_000]);
      assert.equal(events.filter(({ type }) => type === "retry_end").length, 1);
      assert.equal((await scene.session.prompt("and on").outcome).kind, "done");
      assert.equal(scene.server.requests.length, 4);
    });
  }

  test(`P1 over ${wire}: waits as long as the provider asks, in seconds, in milliseconds and until a date`, async () => {
    const limited = (headers: Readonly<Record<string, string>>) => broken({ kind: "status", status: 429, headers });
    const date = new Date(manualTimers().now() + 30_000).toUTCString();
    const script = [limited({ "retry-after": "7" }), limited({ "retry-after-ms": "4500" }), limited({ "retry-after": date }), "done"];
    await using scene = await openRecovering(wire, script);
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.deepEqual(scene.clock.slept, [7_000, 4_500, 30_000]);
  });

  test(`P1 over ${wire}: a delay above the maximum fails the run, and the error reports it`, async () => {
    const limited = broken({ kind: "status", status: 429, headers: { "retry-after": "7200" } });
    await using scene = await openRecovering(wire, [limited]);
    const outcome = await scene.session.prompt("go").outcome;
    assert.match(outcome.kind === "failed" ? outcome.error.message : "", /The provider asks to wait 2 h/);
    assert.deepEqual(scene.clock.slept, []);
  });

  test(`P2 over ${wire}: does not retry for an account without credit`, async () => {
    const body = { error: { message: "You exceeded your current quota, please check your plan.", code: "insufficient_quota" } };
    await using scene = await openRecovering(wire, [broken({ kind: "status", status: 429, body })]);
    const outcome = await scene.session.prompt("go").outcome;
    assert.equal(outcome.kind === "failed" && outcome.error.code, "quota");
    assert.equal(scene.server.requests.length, 1);
  });

  test(`P3, P6 over ${wire}: the final failure reports the number of requests, and stores the text without its calls`, async () => {
    await using scene = await openRecovering(wire, () => broken({ kind: "reset", after: 12 }));
    const outcome = await scene.session.prompt("go").outcome;
    assert.match(outcome.kind === "failed" ? outcome.error.message : "", /Asked 4 times in 14 s\.$/);
    assert.equal(scene.server.requests.length, 4);
    assert.match(transcript(scene.session).join("; "), /^user: go; assistant: [^[]*$/);
  });

  test(`P4 over ${wire}: retries a refused connection a bounded number of times`, async () => {
    await using scene = await openRecovering(wire, []);
    await scene.server.close();
    const outcome = await scene.session.prompt("go").outcome;
    assert.match(outcome.kind === "failed" ? outcome.error.message : "", /^Nothing answers at .* Asked 4 times in 14 s\.$/);
  });

  test(`P9 over ${wire}: retries a stalled stream, which is not an abort`, async () => {
    await using scene = await openRecovering(wire, [broken({ kind: "stall", after: 5 }), "done"]);
    const run = scene.session.prompt("go");
    const events: Event[] = [];
    for await (const event of run) {
      events.push(event);
      if (event.type === "message_delta" && events.every(({ type }) => type !== "retry_start")) scene.timers.advance(60_000);
    }
    assert.equal((await run.outcome).kind, "done");
    assert.match(failureOf(events).message, /sent not a byte for 60 s/);
    assert.deepEqual(transcript(scene.session), ["user: go", "assistant: done"]);
  });

  test(`P9 over ${wire}: keep-alives do not prevent the timeout of a stream without content`, async () => {
    const stalled = broken({ kind: "stall", after: 5, pings: true, tick: async () => scene.timers.advance(20_000) });
    const scene = await openRecovering(wire, [stalled, "done"]);
    await using _ = scene;
    const run = scene.session.prompt("go");
    assert.match(failureOf(await eventsOf(run)).message, /sent no part of its response for 300 s/);
    assert.equal((await run.outcome).kind, "done");
  });

  test(`P10 over ${wire}: retries a response that never starts`, async () => {
    const scene = await openRecovering(wire, (_, turn) => {
      if (turn > 0) return "done";
      scene.timers.advance(60_000);
      return { text: "late", before: new Promise(() => {}) };
    });
    await using _ = scene;
    const run = scene.session.prompt("go");
    assert.match(failureOf(await eventsOf(run)).message, /sent not a byte for 60 s/);
    assert.equal((await run.outcome).kind, "done");
  });

  test(`P10 over ${wire}: retries a response that only drips`, async () => {
    const drip = { kind: "drip", bytesPerTick: 1, tick: async () => scene.timers.advance(20_000) } as const;
    const scene = await openRecovering(wire, [broken(drip), "done"]);
    await using _ = scene;
    const run = scene.session.prompt("go");
    assert.match(failureOf(await eventsOf(run)).message, /sent no part of its response for 300 s/);
    assert.equal((await run.outcome).kind, "done");
  });

  test(`P12 over ${wire}: does not retry after a web page, and the error advises to check the base URL`, async () => {
    await using scene = await openRecovering(wire, [{ fault: { kind: "body", body: "<html>Welcome</html>" } }]);
    const outcome = await scene.session.prompt("go").outcome;
    assert.match(outcome.kind === "failed" ? outcome.error.message : "", /web page.*base URL/);
    assert.equal(scene.server.requests.length, 1);
  });

  test(`P13 over ${wire}: an empty response ends the run, and the session accepts the next prompt`, async () => {
    await using scene = await openRecovering(wire, [{}, "now"]);
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.equal(scene.server.requests.length, 1);
    assert.equal((await scene.session.prompt("and?").outcome).kind, "done");
  });

  test(`P18 over ${wire}: a call that the token limit truncated does not run, and the run continues`, async () => {
    if (wire === "gemini") return; // Sends arguments as complete objects.
    const cut: LoopbackReply = { text: "I will", calls: [{ name: "say", input: '{"text": "tr' }], stop: "length" };
    await using scene = await openRecovering(wire, [cut, "shorter then"]);
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.match(transcript(scene.session)[2] ?? "", /^tool: !invalid_input /);
  });

  test(`P19 over ${wire}: a refusal is stored and not retried, its calls do not run, and the session accepts the next prompt`, async () => {
    await using scene = await openRecovering(wire, [{ text: "I cannot help with that.", stop: "refusal" }, "this I can"]);
    const outcome = await scene.session.prompt("go").outcome;
    assert.equal(outcome.kind === "failed" && outcome.error.code, "refused");
    assert.deepEqual([transcript(scene.session)[1], scene.server.requests.length], ["assistant: I cannot help with that.", 1]);
    assert.equal((await scene.session.prompt("something else").outcome).kind, "done");
  });

  for (const other of WIRE_NAMES.filter((name) => name !== wire)) {
    test(`P26: a run that falls back from ${wire} to ${other} omits the first model's signatures and continues`, async () => {
      const quota: LoopbackReply = { fault: { kind: "status", status: 402 } };
      const script = [{ reasoning: "hm", ...sayCalls("a") }, quota, { reasoning: "so", ...sayCalls("b") }, "done", "mine again"];
      const setup = { reasoning: "sameModel", fallbackModels: [WIRES[other].model] } as const;
      await using scene = await openWire(wire, { script, tools: [sayTool()], setup });
      const outcome = await scene.session.prompt("go").outcome;
      assert.equal(outcome.kind === "done" && outcome.reply.model, WIRES[other].model, JSON.stringify(outcome));
      const next = await scene.session.prompt("and on").outcome;
      assert.equal(next.kind === "done" && next.reply.model, WIRES[wire].model, JSON.stringify(next));
    });
  }
}

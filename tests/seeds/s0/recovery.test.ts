// S0, parts 6.1 and 6.2: automatic compaction and retries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "coxswain";
import { AgentSession, type AgentSessionEvent } from "coxswain/facades";
import { openServed, openSession, sayCalls, say, skippingClock, summarizing, transcript, until, entryTypes } from "../scene.ts";

const busy = { text: "half", error: new ModelError("transient", "Overloaded.", { status: 529 }) };
const tooLong = { text: "half", error: new ModelError("overflow", "prompt is too long") };
const used = (text: string, input: number) => ({ text, usage: { input } });

const automatic = async (events: AsyncIterable<AgentSessionEvent>) =>
  (await Array.fromAsync(events)).filter(({ type }) => type.startsWith("auto_"));

test("S0-05, S0-38, S0-39, S0-54, S0-55: compacts in the background once the provider reported more than the threshold, but not at it", async () => {
  for (const [input, expected] of [
    [5_000, []],
    [5_001, ["auto_compaction_start", "auto_compaction_end"]],
  ] as const) {
    await using scene = await openSession({
      script: summarizing([used("One.", 10), used("Two.", input)]),
      setup: { compaction: { auto: "auto", aboveTokens: 5_000 } },
    });
    const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
    const reading = automatic(agent.events);
    for (const text of ["First", "Second"]) await agent.prompt(text);
    // No further prompt: the outcome was known before the compaction, which a session without work has completed.
    if (scene.session.status === "running") await until(scene.session, "compaction_end");
    await agent.close();
    const events = await reading;
    assert.deepEqual(
      events.map(({ type }) => type),
      expected,
    );
    for (const { timestamp, payload } of events) assert.ok(timestamp instanceof Date && payload.type.startsWith("compaction_"));
  }
});

test("S0-38: a compaction on request, and the retries of a sub-agent, are not automatic events of the session", async () => {
  const { clock, now } = skippingClock();
  const spawning = say({ run: async (_, context) => void (await (await context.spawn({})).prompt("look").outcome) });
  await using scene = await openSession({
    script: summarizing([sayCalls("a"), busy, "from below", "One.", "Two."]),
    tools: [spawning],
    clock,
    now,
    setup: { compaction: { keepTokens: 0 } },
  });
  const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
  const reading = Array.fromAsync(agent.events);
  for (const text of ["First", "Second"]) await agent.prompt(text);
  await agent.compact();
  await agent.close();
  const types = (await reading).map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => /compaction|retry/.test(type)),
    ["retry_start", "retry_end", "compaction_start", "compaction_end"],
  );
});

test("S0-38, S0-39: each automatic event has its own type, its time and the session's event", async () => {
  const { clock, now } = skippingClock();
  await using scene = await openSession({
    script: summarizing(["One. ".repeat(10_000), busy, "Two.", tooLong, "Three."]),
    clock,
    now,
    setup: { retry: { jitter: false } },
  });
  const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
  const reading = automatic(agent.events);
  for (const text of ["First", "Second", "Third"]) assert.equal((await agent.prompt(text))?.kind, "done");
  await agent.close();
  const events = await reading;
  assert.deepEqual(
    events.map(({ type }) => type),
    ["auto_retry_start", "auto_retry_end", "auto_compaction_start", "auto_compaction_end"],
  );
  for (const { type, timestamp, payload } of events) assert.deepEqual([type, timestamp], [`auto_${payload.type}`, new Date(payload.at)]);
});

test("S0-55: a prompt during a background compaction waits for it, and its request has the summary", async () => {
  await using scene = await openSession({
    script: summarizing([used("One.", 10), used("Two.", 5_001), "Three."]),
    setup: { compaction: { auto: "auto", aboveTokens: 5_000, keepTokens: 0 } },
  });
  for (const text of ["First", "Second", "Third"]) assert.equal((await scene.session.prompt(text).outcome).kind, "done");
  assert.deepEqual(
    scene.session.entries.filter(({ type }) => type === "compaction" || type === "run_end").map(({ type }) => type),
    ["run_end", "run_end", "compaction", "run_end"],
  );
  assert.match(JSON.stringify(scene.model.requests.at(-1)?.messages), /The earlier part/);
});

test("S0-05, S0-56: compacts after an overflow error, which leaves no message, and sends the prompt again", async () => {
  await using scene = await openSession({ script: summarizing(["One. ".repeat(10_000), "Two.", tooLong, "Three."]) });
  for (const text of ["First", "Second"]) await scene.session.prompt(text).outcome;
  assert.equal((await scene.session.prompt("Third").outcome).kind, "done");
  assert.deepEqual(transcript(scene.session).slice(-2), ["user: Third", "assistant: Three."]);
  assert.ok(!JSON.stringify(scene.session.entries).includes('"half"'));
  assert.ok(entryTypes(scene.session).includes("compaction"));
});

test("S0-06, S0-38, S0-57, S0-58: retries transient failures after delays that double, and emits events", async () => {
  const { clock, slept, now } = skippingClock();
  await using scene = await openSession({ script: [busy, busy, "whole"], clock, now, setup: { retry: { jitter: false, baseMs: 1_000 } } });
  const agent = new AgentSession(scene.session, { manager: scene.runtime, agent: { model: "scripted/scripted" } });
  const reading = automatic(agent.events);
  assert.equal((await agent.prompt("go"))?.kind, "done");
  await agent.close();
  assert.deepEqual(slept.slice(0, 2), [1_000, 2_000]);
  assert.deepEqual(
    (await reading).map(({ type }) => type),
    ["auto_retry_start", "auto_retry_start", "auto_retry_end"],
  );
});

test("S0-57: 429, 500, 503 and a lost connection are transient, and a wrong key is not", async () => {
  const failures = [429, 500, 503].map((status) => ({ error: new ModelError("transient", `HTTP ${status}.`, { status }) }));
  for (const failure of [...failures, { text: "ha", cut: true }]) {
    const { clock, now } = skippingClock();
    await using scene = await openSession({ script: [failure, "whole"], clock, now });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  }
  await using scene = await openSession({ script: [{ error: new ModelError("auth", "Wrong key.") }, "never"] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "failed");
});

test("S0-57: a provider's status 429, 500 or 503 and a reset connection are transient, and its status 401 is not", async () => {
  const statuses = [429, 500, 503].map((status) => ({ kind: "status", status, body: { message: "Sorry." } }) as const);
  for (const [fault, expected] of [
    ...[...statuses, { kind: "reset" } as const].map((transient) => [transient, "done"] as const),
    [{ kind: "status", status: 401 } as const, "failed"] as const,
  ]) {
    const { clock, now } = skippingClock();
    await using scene = await openServed([{ fault }, "whole"], { clock, now });
    assert.equal((await scene.session.prompt("go").outcome).kind, expected, JSON.stringify(fault));
  }
});

test("S0-59, S0-60: the run fails after its last retry, and later requests have no part of the failed responses", async () => {
  const { clock, now } = skippingClock();
  await using scene = await openSession({
    script: [sayCalls("a"), busy, busy, busy, "later"],
    tools: [say()],
    clock,
    now,
    setup: { retry: { tries: 2 } },
  });
  const outcome = await scene.session.prompt("go").outcome;
  assert.ok(outcome.kind === "failed" && outcome.error.code === "transient");
  assert.equal(scene.model.requests.length, 4);
  await scene.session.prompt("on").outcome;
  assert.ok(!JSON.stringify(scene.model.requests.at(-1)?.messages).includes("half"));
});

// S4: sends, the queue and outcomes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosedError, ModelError, type Reply, SessionNotFoundError, textOf } from "coxswain";
import { Orchestrator, type OrchestratorOptions } from "coxswain/facades";
import { history } from "coxswain/session";
import { collect, type RequiredNames, say, sayCalls, SUMMARY, transcript } from "../scene.ts";
import { namedModel, openOrchestrator, untilBusy } from "./stage.ts";

const held = (text: string): { readonly reply: Reply; readonly release: () => void } => {
  const hold = Promise.withResolvers<void>();
  return { reply: { text, hold: hold.promise }, release: () => hold.resolve() };
};

test("S4-01, S4-03, S4-35, S4-61: send runs a prompt with the session's tools and returns the last message", async () => {
  await using scene = await openOrchestrator({ script: [sayCalls("a"), "Done."], tools: [say()] });
  const outcome = await scene.agent.send(scene.id, "go");
  assert.ok(outcome?.kind === "done");
  assert.equal(textOf(outcome.reply), "Done.");
  assert.deepEqual(transcript(scene.session), ["user: go", 'assistant:  [say {"text":"a"}]', "tool: a", "assistant: Done."]);
  assert.deepEqual(outcome.reply, scene.session.entries.findLast(({ type }) => type === "message")?.["message" as never]);
});

test("S4-01, S4-57: a send asks for permission, runs the runtime's tool, and counts the cost", async () => {
  const asked: string[] = [];
  const tool = { ...say({ effect: "write" }), permissionRequests: () => [{ tool: "say", effect: "write" as const, subject: "a file" }] };
  await using scene = await openOrchestrator({
    script: [
      { ...(sayCalls("a") as object), cost: 0.5 },
      { text: "Done.", cost: 0.25 },
    ],
    tools: [tool],
    policy: () => undefined,
    ask: async ({ tool: name }) => (asked.push(name), { kind: "once" }),
  });
  await scene.agent.send(scene.id, "go");
  assert.deepEqual([asked, transcript(scene.session)[2], scene.session.state.cost], [["say"], "tool: a", 0.75]);
});

test("S4-20: an orchestrator requires runtime, models and model", () => {
  // Any other list would not compile.
  const required: Record<RequiredNames<OrchestratorOptions>, true> = { runtime: true, models: true, model: true };
  assert.deepEqual(Object.keys(required), ["runtime", "models", "model"]);
  // @ts-expect-error The options are required.
  assert.throws(() => new Orchestrator(), TypeError);
});

test("S4-04, S4-18: turns are unlimited, and the caller's signal ends a run", async () => {
  const stopping = new AbortController();
  await using scene = await openOrchestrator({
    script: (_, turn) => sayCalls(`${turn}`),
    tools: [say({ run: async ({ text }) => (text === "60" ? stopping.abort() : undefined) })],
  });
  assert.equal((await scene.agent.send(scene.id, "go", { signal: stopping.signal }))?.kind, "aborted");
  assert.equal(scene.model.requests.length, 61);
});

test("S4-05, S4-18: a run ends at the limit of turns only if the session sets maxTurns", async () => {
  await using scene = await openOrchestrator({ script: (_, turn) => sayCalls(`${turn}`), tools: [say()], setup: { maxTurns: 3 } });
  const outcome = await scene.agent.send(scene.id, "go");
  assert.equal(outcome?.kind === "limit" && outcome.limit.name, "turns");
  assert.equal(scene.model.requests.length, 3);
});

test("S4-06: asks about the calls of one response one after the other, also if they run concurrently", async () => {
  const requests = () => [{ tool: "say", effect: "write" as const, subject: "a file" }];
  const tool = { ...say({ effect: "write" }), parallel: true, permissionRequests: requests };
  for (const toolExecution of ["sequential", "parallel"] as const) {
    let asking = 0;
    const seen: number[] = [];
    await using scene = await openOrchestrator({
      script: [sayCalls("a", "b", "c"), "Done."],
      tools: [tool],
      policy: () => undefined,
      setup: { toolExecution },
      ask: async () => {
        seen.push((asking += 1));
        await new Promise((resolve) => setImmediate(resolve));
        asking -= 1;
        return { kind: "once" };
      },
    });
    assert.equal((await scene.agent.send(scene.id, "go"))?.kind, "done");
    assert.deepEqual(seen, [1, 1, 1]);
  }
});

test("S4-06, S4-07: runs calls concurrently only with toolExecution: parallel, and only of parallel tools", async () => {
  for (const [setup, parallel, expected] of [
    [{}, true, 1],
    [{ toolExecution: "parallel" }, true, 2],
    [{ toolExecution: "parallel" }, false, 1],
  ] as const) {
    let running = 0;
    const seen: number[] = [];
    const look = say({
      async run() {
        running += 1;
        seen.push(running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
    });
    await using scene = await openOrchestrator({ script: [sayCalls("a", "b"), "Done."], tools: [{ ...look, parallel }], setup });
    await scene.agent.send(scene.id, "go");
    assert.equal(Math.max(...seen), expected);
  }
});

test("S4-08, S4-36, S4-56: send to a busy session returns null, and the queued message has its run afterwards", async () => {
  const first = held("One.");
  await using scene = await openOrchestrator({ script: [first.reply, "Two."] });
  const sent = scene.agent.send(scene.id, "first");
  await untilBusy(scene);
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  assert.equal(await scene.agent.send(scene.id, [{ type: "text", text: "second" }, image], { signal: AbortSignal.abort() }), null);
  assert.deepEqual(await scene.agent.queuedPrompts(scene.id), ["second"]);
  const ended = scene.runtime.events({ types: ["run_end"] });
  first.release();
  await sent;
  while (await scene.agent.isSessionBusy(scene.id)) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: One.", "user: second", "assistant: Two."]);
  await scene.agent.close();
  assert.equal((await collect(ended)).length, 2);
  assert.ok(scene.model.requests[1]?.messages.some(({ content }) => content.includes(image as never)));
});

test("S4-09: a caller can wait for the run of its send to a busy session, which follows the active one", async () => {
  const first = held("One.");
  await using scene = await openOrchestrator({ script: [first.reply, "Two."] });
  const sent = scene.runtime.send(scene.id, "first");
  const second = scene.runtime.send(scene.id, "second", { whenBusy: "wait" });
  first.release();
  const replies = (await Promise.all([sent, second])).map((result) =>
    result.kind === "ended" && result.outcome.kind === "done" ? textOf(result.outcome.reply) : result.kind,
  );
  assert.deepEqual(replies, ["One.", "Two."]);
});

test("S4-21, S4-31, S4-32, S4-33, S4-61: reports whether a session is busy and its queued prompts with their number, and clears the queue", async () => {
  const first = held("One.");
  await using scene = await openOrchestrator({ script: [first.reply] });
  assert.equal(await scene.agent.isSessionBusy(scene.id), false);
  const sent = scene.agent.send(scene.id, "first");
  await untilBusy(scene);
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  await scene.agent.send(scene.id, [image, { type: "text", text: "second" }, { type: "text", text: "and more of it" }]);
  await scene.agent.send(scene.id, "third");
  assert.deepEqual(await scene.agent.queuedPrompts(scene.id), ["second", "third"]);
  assert.equal(await scene.agent.queueCount(scene.id), 2);
  assert.equal(await scene.agent.clearQueue(scene.id), 2);
  assert.equal(await scene.agent.queueCount(scene.id), 0);
  first.release();
  assert.equal((await sent)?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: One."]);
});

test("S4-31, S4-11: a session is busy while it is compacted, and a send waits for it", async () => {
  const [asked, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using scene = await openOrchestrator({
    script: ({ system }) => {
      if (system[0]?.startsWith("You write summaries") !== true) return "Done.";
      asked.resolve();
      return { text: SUMMARY, hold: hold.promise };
    },
    setup: { compaction: { keepTokens: 0 } },
  });
  for (const text of ["first", "second"]) await scene.agent.send(scene.id, text);
  const compacting = scene.agent.compact(scene.id);
  await asked.promise;
  assert.equal(await scene.agent.isSessionBusy(scene.id), true);
  const sent = scene.agent.send(scene.id, "third");
  hold.resolve();
  await compacting;
  assert.equal((await sent)?.kind, "done");
  assert.equal(await scene.agent.isSessionBusy(scene.id), false);
});

test("S4-31, S4-32: an unknown session is not busy and has an empty queue, and send rejects it", async () => {
  await using scene = await openOrchestrator();
  const { agent } = scene;
  assert.deepEqual([await agent.isSessionBusy("x"), await agent.queueCount("x"), await agent.clearQueue("x")], [false, 0, 0]);
  await assert.rejects(agent.send("x", "go"), SessionNotFoundError);
});

test("S4-10: sends to different sessions run concurrently", async () => {
  const first = held("One.");
  await using scene = await openOrchestrator({ script: [first.reply, "Two."] });
  const other = await scene.create();
  const sent = scene.agent.send(scene.id, "first");
  while (scene.model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await scene.agent.send(other.id, "second"))?.kind, "done");
  assert.equal(await scene.agent.isSessionBusy(scene.id), true);
  first.release();
  await sent;
});

test("S4-12, S4-13: a failed stream stores the partial response, marked with the error, and runs none of its calls", async () => {
  const ran: string[] = [];
  await using scene = await openOrchestrator({
    script: [
      { reasoning: "Hm.", text: "Let me", calls: [{ name: "say", input: { text: "a" } }], error: new ModelError("invalid", "That broke.") },
      "Again.",
    ],
    tools: [say({ run: async ({ text }) => ran.push(text) })],
  });
  const outcome = await scene.agent.send(scene.id, "go");
  assert.deepEqual(outcome?.kind === "failed" && outcome.error, { code: "invalid", message: "That broke." });
  assert.deepEqual(ran, []);
  const partial = history(scene.session).at(-1)?.message;
  assert.ok(partial?.role === "assistant");
  assert.deepEqual(partial.content, [
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "Let me" },
  ]);
  assert.deepEqual(partial.streamError, { code: "invalid", message: "That broke." });
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: Let me"]);
});

test("S4-12: an error in the middle of a text part stores its beginning", async () => {
  const raw = [
    { type: "text_start", id: "t" },
    { type: "text_delta", id: "t", delta: "Let me" },
  ] as const;
  await using scene = await openOrchestrator({ script: [{ raw, error: new ModelError("invalid", "That broke.") }] });
  assert.equal((await scene.agent.send(scene.id, "go"))?.kind, "failed");
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: Let me"]);
});

test("S4-13: runs no call of a response whose stream ends early", async () => {
  const ran: string[] = [];
  const cut = { ...(sayCalls("a") as object), cut: true };
  const setup = { retry: { tries: 0 } };
  await using scene = await openOrchestrator({ script: [cut], tools: [say({ run: async ({ text }) => ran.push(text) })], setup });
  const outcome = await scene.agent.send(scene.id, "go");
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "transient");
  assert.deepEqual([ran, transcript(scene.session)], [[], ["user: go"]]);
});

test("S4-14: a send that is cancelled during the stream stores only the user's message", async () => {
  const stopping = new AbortController();
  await using scene = await openOrchestrator({ script: [{ text: "Let me see", hold: new Promise(() => {}) }] });
  const deltas = scene.session.events({ types: ["message_delta"] });
  const sent = scene.agent.send(scene.id, "go", { signal: stopping.signal });
  await deltas.next();
  stopping.abort();
  assert.equal((await sent)?.kind, "aborted");
  assert.deepEqual(transcript(scene.session), ["user: go"]);
});

test("S4-15: a model without a price costs 0, counts tokens, and emits a warning, also without a budget", async () => {
  await using scene = await openOrchestrator({ script: [{ text: "Done.", usage: { input: 100, output: 5 } }] });
  const warnings = scene.session.events({ types: ["warning"] });
  assert.equal((await scene.agent.send(scene.id, "go"))?.kind, "done");
  assert.match((await warnings.next()).value?.message ?? "", /No price is known for scripted\/scripted/);
  assert.equal(scene.session.state.cost, 0);
  assert.equal(scene.session.state.usage.total.input, 100);
});

test("S4-16, S4-22: close is idempotent, and later calls are rejected", async () => {
  const scene = await openOrchestrator({ script: ["One."] });
  await scene.agent.send(scene.id, "go");
  await Promise.all([scene.agent.close(), scene.agent.close()]);
  await scene.agent.close();
  await assert.rejects(scene.agent.send(scene.id, "go"), ClosedError);
  await assert.rejects(scene.agent.compact(scene.id), ClosedError);
  await assert.rejects(scene.agent.injectMessage("deploy", scene.id, "user", "x"), ClosedError);
});

test("S4-40, S4-42, S4-57: setModel takes a name or a model and applies to later sends, and a live run keeps its model", async () => {
  const first = held("From the first.");
  const other = namedModel("other", "From the other.");
  const ready = namedModel("ready", "From the ready one.");
  await using scene = await openOrchestrator({ script: [first.reply, "From the first too."], others: [other] });
  const sent = scene.agent.send(scene.id, "one");
  while (scene.model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await scene.agent.send(scene.id, "two");
  const before = scene.session.entries.map(({ id }) => id);
  await scene.agent.setModel("test/other");
  assert.equal(scene.session.state.model, scene.model.info.reference);
  const ended = scene.runtime.events({ types: ["run_end"] });
  first.release();
  await sent;
  await ended.next();
  await ended.next();
  await scene.agent.setModel(ready);
  await scene.agent.send(scene.id, "three");
  assert.deepEqual(transcript(scene.session), [
    "user: one",
    "assistant: From the first.",
    "user: two",
    "assistant: From the other.",
    "user: three",
    "assistant: From the ready one.",
  ]);
  assert.deepEqual(
    scene.session.entries.slice(0, before.length).map(({ id }) => id),
    before,
  );
  await assert.rejects(scene.agent.setModel("test/unknown"), { code: "unknown_model" });
});

test("S4-40: a live run keeps its model for all its turns, and setModel alone changes nothing in a session", async () => {
  const other = namedModel("other", "From the other.", "From the other again.");
  const switching = say({
    async run() {
      const before = scene.session.entries.length;
      await scene.agent.setModel("test/other");
      assert.equal(scene.session.entries.length, before);
    },
  });
  await using scene = await openOrchestrator({ script: [sayCalls("a"), "From the first."], tools: [switching], others: [other] });
  await scene.agent.send(scene.id, "one");
  assert.deepEqual([scene.model.requests.length, other.requests.length], [2, 0]);
  const [before, { model }] = [scene.session.entries.length, scene.session.state];
  await scene.agent.setModel(other);
  assert.deepEqual([scene.session.entries.length, scene.session.state.model], [before, model]);
  for (const text of ["two", "three"]) assert.equal((await scene.agent.send(scene.id, text))?.kind, "done");
  assert.deepEqual([scene.model.requests.length, other.requests.length, scene.session.state.model], [2, 2, "test/other"]);
  assert.equal(scene.session.entries.filter(({ type }) => type === "model_change").length, 1);
});

test("S4-59, S4-60: generateTitle sends one request without tools to the set model and changes no session", async () => {
  const other = namedModel("other", { text: "Fix it", usage: { input: 50, output: 4 } });
  await using scene = await openOrchestrator({ others: [other], tools: [say()] });
  await scene.agent.setModel("test/other");
  const { title, usage } = await scene.agent.generateTitle("The test fails, fix it", 32);
  assert.deepEqual([title, usage.input, usage.output], ["Fix it", 50, 4]);
  assert.deepEqual([other.requests[0]?.tools, other.requests[0]?.maxOutputTokens], [[], 32]);
  assert.equal(scene.session.state.title, undefined);
});

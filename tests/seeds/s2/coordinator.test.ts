// S2: the coordinator and its session agents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore, readSession, textOf, type Usage } from "coxswain";
import { type CoordinatorConfig, SessionAgent } from "coxswain/facades";
import { type CompactionEntry, DEFAULT_SYSTEM_PROMPT, history, isMessage } from "coxswain/session";
import { openStage, say, sayCalls, SUMMARY, transcript, until } from "../scene.ts";
import { openCoordinator } from "./stage.ts";

const held = () => {
  const hold = Promise.withResolvers<void>();
  return { release: () => hold.resolve(), reply: { text: "one", hold: hold.promise } };
};

test("S2-01, S2-02: a coordinator runs prompts by session id, and a session agent in one session", async () => {
  await using scene = openCoordinator({ script: ["one", "two"] });
  const session = await scene.coordinator.create("First");
  const outcome = await scene.coordinator.run(session.id, "go");
  assert.ok(outcome?.kind === "done" && textOf(outcome.reply) === "one");
  assert.equal((await new SessionAgent(session).run("on"))?.kind, "done");
  assert.equal(session.state.messages, 4);
});

test("S2-05, S2-13, S2-22: a coordinator's sessions have its models, prefix, prompt and tools, and the prefix is always first", async () => {
  const config = { systemPromptPrefix: "You work for the harbour.", systemPrompt: "Be kind.", allowedTools: ["say"] };
  await using scene = openCoordinator({ script: ["one", "two"], tools: [say(), say({ name: "hum" })] }, config);
  const { id } = await scene.coordinator.create();
  for (const text of ["go", "on"]) await scene.coordinator.run(id, text);
  for (const { system, tools } of scene.model.requests) {
    assert.deepEqual(system.slice(0, 2), ["You work for the harbour.", "Be kind."]);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["say"],
    );
  }
});

test("S2-03, S2-06, S2-22: queues a prompt during a run and sends it with the next request, after the results", async () => {
  await using scene = openCoordinator({
    script: [sayCalls("a", "b"), "done"],
    tools: [
      say({
        async run({ text }) {
          if (text === "a") assert.equal(await scene.coordinator.run(session.id, "and this"), null);
        },
      }),
    ],
  });
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  assert.deepEqual(transcript(session).slice(2), ["tool: a", "tool: b", "user: and this", "assistant: done"]);
  assert.equal(scene.model.requests.length, 2);
});

test("S2-03: calls at the same time make one request at a time in a session, and sessions run independently", async () => {
  let active = 0;
  let most = 0;
  const busiest = new Map<string, number>();
  const queued: unknown[] = [];
  const inSession = new Map<string, number>();
  await using scene = openCoordinator({
    async script({ sessionId = "" }) {
      if (!busiest.has(sessionId)) queued.push(scene.runtime.opened(sessionId)?.prompt("later", { whenBusy: "queue" }).outcome);
      const count = (inSession.get(sessionId) ?? 0) + 1;
      inSession.set(sessionId, count);
      busiest.set(sessionId, Math.max(count, busiest.get(sessionId) ?? 0));
      most = Math.max(most, (active += 1));
      for (let ticks = 0; ticks < 5; ticks += 1) await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      inSession.set(sessionId, count - 1);
      return { text: "Done.", usage: { input: 10, output: 1 }, cost: 0.5 };
    },
  });
  const sessions = [await scene.coordinator.create(), await scene.coordinator.create()];
  const prompts = ["one", "two", "three", "four"];
  const outcomes = await Promise.all(sessions.flatMap(({ id }) => prompts.map((text) => scene.coordinator.run(id, text))));
  assert.equal(outcomes.filter((outcome) => outcome === null).length, 6);
  await Promise.all(queued);
  assert.deepEqual([...busiest.values()], [1, 1]);
  assert.equal(most, 2);
  for (const session of sessions) {
    assert.deepEqual(
      transcript(session).filter((line) => line.startsWith("user")),
      [...prompts, "later"].map((text) => `user: ${text}`),
    );
  }
});

test("S2-03: the stored session has the tokens and costs of each response as soon as it is complete", async () => {
  const store = memoryStore();
  const totals: unknown[] = [];
  const read = async (id: string) => {
    const { entries } = await readSession(store, id);
    const answers = entries.flatMap((entry) => (isMessage(entry) && entry.message.role === "assistant" ? [entry.message] : []));
    return [answers.map(({ usage }) => usage.input), answers.map(({ cost }) => cost)];
  };
  await using scene = openCoordinator({
    store,
    script: [
      { ...(sayCalls("a") as object), usage: { input: 10 }, cost: 0.5 },
      { text: "Done.", usage: { input: 20 }, cost: 0.25 },
    ],
    tools: [say({ run: async (_, { sessionId }) => totals.push(await read(sessionId)) })],
  });
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  totals.push(await read(session.id), [session.state.usage.total.input, session.state.cost]);
  assert.deepEqual(totals, [
    [[10], [0.5]],
    [
      [10, 20],
      [0.5, 0.25],
    ],
    [30, 0.75],
  ]);
});

test("S2-06: several queued prompts join the next request in the order in which they came", async () => {
  const run = async () => {
    for (const text of ["this", "that"]) assert.equal(await scene.coordinator.run(session.id, text), null);
  };
  await using scene = openCoordinator({ script: [sayCalls("a"), "done"], tools: [say({ run })] });
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  assert.deepEqual(scene.model.requests[1]?.messages.slice(2).map(textOf), ["a", "this", "that"]);
});

test("S2-05: lists and clears the queue while the run continues", async () => {
  const { reply, release } = held();
  await using scene = openCoordinator({ script: [reply] });
  const { coordinator } = scene;
  const session = await coordinator.create();
  const started = until(session, "message_delta");
  const outcome = coordinator.run(session.id, "go");
  await started;
  for (const text of ["this", "that"]) assert.equal(await coordinator.run(session.id, text), null);
  assert.deepEqual(coordinator.queuedPrompts(session.id), ["this", "that"]);
  assert.equal(coordinator.clearQueue(session.id), 2);
  assert.deepEqual(coordinator.queuedPrompts(session.id), []);
  release();
  assert.equal((await outcome)?.kind, "done");
  assert.deepEqual(transcript(session), ["user: go", "assistant: one"]);
});

test("S2-02, S2-20: cancel aborts one session's run and drops its queue, and other sessions continue", async () => {
  const [first, second] = [held(), held()];
  await using scene = openCoordinator({ script: [first.reply, second.reply] });
  const { coordinator } = scene;
  const [one, two] = [await coordinator.create(), await coordinator.create()];
  const started = [one, two].map((session) => until(session, "message_delta"));
  const outcomes = [one, two].map(({ id }) => coordinator.run(id, "go"));
  await Promise.all(started);
  await coordinator.run(one.id, "queued");
  coordinator.cancel(one.id);
  assert.equal((await outcomes[0])?.kind, "aborted");
  assert.deepEqual([coordinator.isBusy(one.id), coordinator.isBusy(two.id)], [false, true]);
  second.release();
  assert.equal((await outcomes[1])?.kind, "done");
  assert.ok(!transcript(one).includes("user: queued"));
  coordinator.cancel("nowhere");
});

test("S2-20: a cancelled session's queue is not delivered later, and another session's queue is", async () => {
  const [first, second] = [held(), held()];
  await using scene = openCoordinator({ script: [first.reply, second.reply, "later", "also later"] });
  const { coordinator } = scene;
  const [one, two] = [await coordinator.create(), await coordinator.create()];
  const started = [one, two].map((session) => until(session, "message_delta"));
  const outcomes = [one, two].map(({ id }) => coordinator.run(id, "go"));
  await Promise.all(started);
  for (const { id } of [one, two]) assert.equal(await coordinator.run(id, "queued"), null);
  coordinator.cancel(one.id);
  assert.deepEqual([coordinator.queuedPrompts(one.id), coordinator.queuedPrompts(two.id)], [[], ["queued"]]);
  second.release();
  assert.deepEqual([(await outcomes[0])?.kind, (await outcomes[1])?.kind], ["aborted", "done"]);
  assert.equal((await coordinator.run(one.id, "on"))?.kind, "done");
  const prompts = (session: typeof one) => transcript(session).filter((line) => line.startsWith("user"));
  assert.deepEqual(
    [prompts(one), prompts(two)],
    [
      ["user: go", "user: on"],
      ["user: go", "user: queued"],
    ],
  );
});

test("S2-02, S2-10, S2-14: the large model runs turns and the small model writes summaries", async () => {
  await using scene = openCoordinator({ script: ["One.", "Two."] });
  const session = await scene.coordinator.create();
  for (const text of ["First", "Second"]) await scene.coordinator.run(session.id, text);
  const { model, summary } = await scene.coordinator.summarize(session.id);
  assert.equal(model, "scripted/small");
  assert.ok(summary.startsWith(SUMMARY));
  assert.equal(history(session).length, 0);
  assert.deepEqual(
    scene.model.requests.map(({ messages }) => messages.map(textOf).at(-1)),
    ["First", "Second"],
  );
});

test("S2-02: another large model applies to every session from its next run", async () => {
  await using scene = openCoordinator({ script: ["one"] });
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  scene.coordinator.setLargeModel("scripted/other");
  await scene.coordinator.run(session.id, "on");
  assert.equal(transcript(session).at(-1), "assistant: from the other");
});

/** Returns the reasons of the automatic compactions in a session whose responses use these tokens; a number is of input. */
const compactionReasons = async (
  contextWindow: number,
  used: readonly (number | Partial<Usage>)[],
  config: Partial<CoordinatorConfig> = {},
) => {
  const script = used.map((usage) => ({ text: "More.", usage: typeof usage === "number" ? { input: usage } : usage }));
  await using scene = openCoordinator({ script, info: { contextWindow } }, config);
  const session = await scene.coordinator.create();
  for (const _ of used) await scene.coordinator.run(session.id, "Continue");
  return session.entries.filter((entry): entry is CompactionEntry => entry.type === "compaction").map(({ reason }) => reason);
};

test("S2-05, S2-08, S2-09, S2-26: by default compacts before the next request if less than a fifth of the window, or 20,000 tokens of a large one, is free", async () => {
  assert.deepEqual(await compactionReasons(20_000, [100, 15_000, 100]), []);
  assert.deepEqual(await compactionReasons(20_000, [100, 16_001, 100]), ["threshold"]);
  assert.deepEqual(await compactionReasons(20_000, [100, { input: 15_000, output: 1_001 }, 100]), ["threshold"]);
  assert.deepEqual(await compactionReasons(200_000, [100, 170_000, 100]), ["threshold"]);
  assert.deepEqual(await compactionReasons(200_001, [100, 170_000, 100]), []);
  assert.deepEqual(await compactionReasons(1_000_000, [100, 970_000, 100]), []);
  assert.deepEqual(await compactionReasons(1_000_000, [100, 980_001, 100]), ["threshold"]);
});

test("S2-26: compacts between two turns of a run, and the run continues", async () => {
  const call = { ...(sayCalls("a") as object), usage: { input: 17_000 } };
  const script = [{ text: "One.", usage: { input: 100 } }, call, "Done."];
  await using scene = openCoordinator({ script, tools: [say()], info: { contextWindow: 20_000 } });
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "First");
  assert.equal((await scene.coordinator.run(session.id, "Second"))?.kind, "done");
  assert.equal(session.entries.filter(({ type }) => type === "compaction").length, 1);
  assert.match(JSON.stringify(scene.model.requests.at(-1)?.messages[0]), /The earlier part/);
});

test("S2-11: disableAutoSummarize turns off automatic compaction", async () => {
  assert.deepEqual(await compactionReasons(20_000, [100, 19_000, 100], { disableAutoSummarize: true }), []);
});

test("S2-12: a call receives the ids of its session and of its message, which message_start has", async () => {
  const context: string[] = [];
  const tool = say({ run: async (_, { sessionId, messageId }) => context.push(sessionId, messageId) });
  await using scene = openCoordinator({ script: [sayCalls("a"), "done"], tools: [tool] });
  const session = await scene.coordinator.create();
  const events = session.events();
  await scene.coordinator.run(session.id, "go");
  await session.close();
  const started = (await Array.fromAsync(events)).find((event) => event.type === "message_start" && event.role === "assistant");
  assert.deepEqual(context, [session.id, started?.type === "message_start" && started.messageId]);
  assert.equal(history(session)[1]?.id, context[1]);
});

test("S2-15: the run's maxOutputTokens limits a response, else the model's maximum", async () => {
  await using scene = openCoordinator({ script: ["one", "two"], info: { maxOutput: 6_000 } });
  const { id } = await scene.coordinator.create();
  await scene.coordinator.run(id, "go", { maxOutputTokens: 1_000 });
  await scene.coordinator.run(id, "on");
  assert.deepEqual(
    scene.model.requests.map(({ maxOutputTokens }) => maxOutputTokens),
    [1_000, 6_000],
  );
});

test("S2-18: sends an image to a model with vision only, and one without still responds", async () => {
  for (const vision of [true, false]) {
    await using scene = openCoordinator({ script: ["one"], info: { vision } });
    const { id } = await scene.coordinator.create();
    const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
    const outcome = await scene.coordinator.run(id, "Describe this.", { attachments: [image] });
    assert.equal(outcome?.kind, "done");
    assert.equal(JSON.stringify(scene.model.requests[0]?.messages).includes("iVBORw0KGgo="), vision);
  }
});

test("S2-21: stores the prompt before the request, and then the response with its calls, usage and cost", async () => {
  const call = { ...(sayCalls("a") as object), usage: { input: 10, output: 5 }, cost: 0.5 };
  await using scene = openCoordinator({ script: [call, { text: "done", usage: { input: 20, output: 5 }, cost: 0.25 }], tools: [say()] });
  const session = await scene.coordinator.create();
  const events = session.events();
  const outcome = await scene.coordinator.run(session.id, "go");
  await session.close();
  const types = (await Array.fromAsync(events))
    .map(({ type }) => type)
    .filter((type) => ["message_end", "usage", "tool_end", "cost"].includes(type));
  assert.deepEqual(types, ["message_end", "message_end", "usage", "cost", "tool_end", "message_end", "message_end", "usage", "cost"]);
  assert.ok(outcome?.kind === "done" && outcome.reply.cost === 0.25);
  assert.deepEqual([session.state.usage.total.input, session.state.cost], [30, 0.75]);
});

test("S2-34: a session sums usage and cost, has the last response's usage separately, and the list is ordered by last use", async () => {
  let time = 1_000;
  await using scene = openCoordinator({
    script: [
      { text: "one", usage: { input: 10, output: 5 }, cost: 0.5 },
      { text: "two", usage: { input: 20, output: 5 }, cost: 0.25 },
      "three",
    ],
    now: () => time++,
  });
  const [first, second] = [await scene.coordinator.create(), await scene.coordinator.create()];
  for (const text of ["go", "on"]) await scene.coordinator.run(first.id, text);
  const { usage, cost } = first.state;
  assert.deepEqual([usage.total.input, usage.total.output, usage.last.input, cost], [30, 10, 20, 0.75]);
  await scene.coordinator.run(second.id, "go");
  assert.deepEqual(
    (await Array.fromAsync(scene.runtime.list())).map(({ id }) => id),
    [second.id, first.id],
  );
});

test("S2-30: an agent has only its allowed tools, and a call of another tool is an error", async () => {
  await using scene = openCoordinator(
    { script: [{ calls: [{ name: "hum", input: { text: "a" } }] }, "done"], tools: [say(), say({ name: "hum" })] },
    { allowedTools: ["say"] },
  );
  const session = await scene.coordinator.create();
  await scene.coordinator.run(session.id, "go");
  assert.match(transcript(session)[2] ?? "", /!unknown_tool/);
});

test("S2-31: calls tool factories when a session opens, not before", async () => {
  let calls = 0;
  const factory = () => {
    calls += 1;
    return say();
  };
  await using stage = openStage({ tools: [factory] });
  assert.equal(calls, 0);
  await stage.create();
  assert.equal(calls, 1);
});

test("S2-05: uses the default system prompt if none is set", async () => {
  await using scene = openCoordinator({ script: ["one"] });
  const { id } = await scene.coordinator.create();
  await scene.coordinator.run(id, "go");
  assert.equal(scene.model.requests[0]?.system[0], DEFAULT_SYSTEM_PROMPT);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import type { Reply } from "../model/index.ts";
import { reopen, storeCutAt } from "../runtime/crash.fixture.ts";
import { callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import type { Event } from "../journal/index.ts";
import { inBackground, say, task, taskScene } from "../runtime/tasks.fixture.ts";

/** Calls of `task_output` and `task_stop`. */
const output = (id: string, wait = 0): Reply => ({ calls: [{ name: "task_output", input: { task: id, wait } }] });
const stop = (id: string): Reply => ({ calls: [{ name: "task_stop", input: { task: id } }] });

const ended = (event: Event): boolean => event.type === "task_change" && event.task.state === "done";
const isRunEnd = (event: Event): boolean => event.type === "run_end" && event.agent.depth === 0;

/** A tool that waits until the test opens it, or the run is aborted. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tool = sayTool({
    run: async ({ text }, { signal }) => {
      signal.addEventListener("abort", () => resolve());
      await promise;
      return { content: [{ type: "text", text }] };
    },
  });
  return { tool, open: () => resolve() };
};

test("a background task outlives its call: its end starts a run that delivers the notice", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait.", "Two fathoms."], a: [callSay("look"), "It is two fathoms."] },
    tools: [tool],
  });
  const { session } = scene;
  assert.equal((await session.prompt("go").outcome).kind, "done");
  const [info] = session.state.tasks;
  assert.deepEqual([info?.id, info?.state, info?.name, info?.description], ["t1", "running", "general", "a"]);
  const over = scene.event(isRunEnd);
  open();
  await over;
  assert.deepEqual(transcript(session).slice(2), [
    "tool: The task t1 has started. You will be notified when it ends.",
    "assistant: I wait.",
    "user: The background task t1 (general: a) is done.\n\nIt is two fathoms.",
    "assistant: Two fathoms.",
  ]);
  assert.equal(session.state.tasks[0]?.state, "done");
  assert.deepEqual([scene.entries("task_start").length, scene.entries("task_end").length], [1, 1]);
});

test("delivers the notice before the next request of an active run, without skipping calls", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a"), say("wait"), say("wait too")] }, "Thanks."], a: ["A."] },
    tools: [tool],
  });
  const over = scene.event(ended);
  const run = scene.session.prompt("go");
  await over;
  open();
  await run.outcome;
  assert.deepEqual(transcript(scene.session).slice(2), [
    "tool: The task t1 has started. You will be notified when it ends.",
    "tool: wait",
    "tool: wait too",
    "user: The background task t1 (general: a) is done.\n\nA.",
    "assistant: Thanks.",
  ]);
});

test("a run that awaits its tasks does not end before them", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a"), inBackground("b")] }, "I wait."], a: ["A."], b: [callSay("b"), "B."] },
    tools: [tool],
    tasks: { awaited: true },
  });
  const waits = scene.event((event) => event.type === "part_end" && event.text === "I wait.");
  const run = scene.session.prompt("go");
  await waits;
  open();
  assert.equal((await run.outcome).kind, "done");
  assert.equal(scene.notices().length, 2);
  assert.equal(scene.entries("run_start").length, 1);
});

test("a run that awaits its tasks receives messages meanwhile, and ends when it is aborted; the tasks continue", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait.", "Hello.", "Done."], a: [callSay("a"), "A."] },
    tools: [tool],
    tasks: { awaited: true },
  });
  const { session } = scene;
  const reply = (text: string) => scene.event((event) => event.type === "part_end" && event.text === text);
  const waits = reply("I wait.");
  const run = session.prompt("go");
  await waits;
  const hello = reply("Hello.");
  assert.equal(session.followUp("Hello?"), "queued");
  await hello;
  session.abort("Enough.");
  assert.deepEqual(await run.outcome, { kind: "aborted", reason: "Enough." });
  assert.equal(session.state.tasks[0]?.state, "running");
  const notices = scene.event(isRunEnd);
  open();
  await notices;
  assert.deepEqual(scene.notices(), ["The background task t1 (general: a) is done.\n\nA."]);
});

test("an abort with `tasks` stops the tasks, too", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait.", "So be it."], a: [callSay("a"), "A."] },
    tools: [gate().tool],
  });
  await scene.session.prompt("go").outcome;
  const notices = scene.event(isRunEnd);
  scene.session.abort("Enough.", { tasks: true });
  await notices;
  assert.deepEqual(scene.notices(), ["The background task t1 (general: a) was stopped.\n\nIt was stopped: Enough."]);
});

test("task_output reports the state, waits for the end, and replaces the notice", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, output("t1"), output("t1", 60), "Done."], a: [callSay("a"), "A."] },
    tools: [tool],
  });
  const asked = scene.event((event) => event.type === "tool_end" && event.call.name === "task_output");
  const run = scene.session.prompt("go");
  await asked;
  open();
  await run.outcome;
  const [, first, second] = scene.results();
  assert.match(first ?? "", /^The task t1 \(a\) is running\. Tokens so far: /);
  assert.equal(second, "A.");
  assert.deepEqual(scene.notices(), []);
});

test("task_output waits at most as long as requested, and rejects unknown tasks", async () => {
  const waited: number[] = [];
  const clock = { sleep: async (ms: number) => void waited.push(ms) };
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, output("t1", 5), output("t9"), "Done."], a: [callSay("a")] },
    tools: [gate().tool],
    clock,
  });
  await scene.session.prompt("go").outcome;
  assert.ok(waited.includes(5_000));
  assert.match(scene.results()[1] ?? "", /is running/);
  assert.equal(scene.results()[2], "!No task t9. Tasks: t1.");
});

test("task_stop stops a task, and its result replaces the notice", async () => {
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [inBackground("a")] }, stop("t1"), stop("t1"), "Done."],
      a: [{ text: "I begin.", calls: [say("a")] }],
    },
    tools: [gate().tool],
  });
  await scene.session.prompt("go").outcome;
  assert.match(scene.results()[1] ?? "", /^The task t1 is stopped\. It was stopped/);
  assert.equal(scene.session.state.tasks[0]?.ending, "aborted");
  assert.deepEqual(scene.notices(), []);
});

test("limits the running and the waiting tasks of a level, and refuses more", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [inBackground("a"), inBackground("b"), inBackground("c")] }, "I wait.", "Thanks."],
      a: [callSay("a"), "A."],
      b: ["B."],
    },
    tools: [tool],
    tasks: { atOnce: 1, waiting: 1, awaited: true },
  });
  const run = scene.session.prompt("go");
  await scene.event((event) => event.type === "part_end" && event.text === "I wait.");
  assert.deepEqual(
    scene.session.state.tasks.map(({ id, state }) => [id, state]),
    [
      ["t1", "running"],
      ["t2", "waiting"],
    ],
  );
  assert.deepEqual(scene.results(), [
    "The task t1 has started. You will be notified when it ends.",
    "The task t2 is waiting for a free slot. You will be notified when it ends.",
    "!Too many tasks are waiting. Wait until some of them are done, or do this yourself.",
  ]);
  open();
  await run.outcome;
  assert.equal(scene.notices().length, 2);
});

test("agents that wait for sub-agents do not block them: each level has its own permits", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a")] }, "done"], a: [{ calls: [task("b")] }, "A."], b: ["B."] },
    tasks: { atOnce: 1 },
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["A."]);
});

test("a task is blocked by its own open permission request and by one of a sub-agent", async () => {
  const answers: (() => void)[] = [];
  const states: string[] = [];
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [{ calls: [task("b")] }, "A."], b: [callSay("b"), "B."] },
    tools: [sayTool({ needs: () => [{ tool: "say", effect: "write", subject: "x" }] })],
    policy: () => undefined,
    ask: () => new Promise((resolve) => answers.push(() => resolve({ kind: "once" }))),
    tasks: { awaited: true },
  });
  const blocked = scene.event((event) => event.type === "task_change" && event.task.state === "blocked");
  const run = scene.session.prompt("go");
  await blocked;
  assert.equal(scene.session.state.tasks[0]?.state, "blocked");
  answers[0]?.();
  await run.outcome;
  for (const event of scene.events) if (event.type === "task_change") states.push(event.task.state);
  assert.deepEqual(states, ["running", "blocked", "running", "done"]);
});

test("emits the blocked state after the permission request, in every stream and for the run's onEvent", async () => {
  const watched: Event[] = [];
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [callSay("b"), "A."] },
    tools: [sayTool({ needs: () => [{ tool: "say", effect: "write", subject: "x" }] })],
    policy: () => undefined,
    ask: async () => ({ kind: "once" }),
    tasks: { awaited: true },
  });
  const { session, runtime } = scene;
  const streams = [session.events(), runtime.events()].map((events) => Array.fromAsync(events));
  const run = session.prompt("go", { onEvent: (event) => void watched.push(event) });
  streams.push(Array.fromAsync(run));
  await run.outcome;
  await runtime.close();
  const asked = watched.findIndex(({ type }) => type === "permission_ask");
  const next = watched[asked + 1];
  assert.equal(next?.type === "task_change" && next.task.state, "blocked");
  const emitted = new Set(watched);
  for (const events of await Promise.all(streams))
    assert.deepEqual(
      events.filter((event) => emitted.has(event)),
      watched,
    );
});

test("a task of an agent belongs to the session: it outlives the agent, counts as one level below it, and notifies the session", async () => {
  const { tool, open } = gate();
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [task("a")] }, "I wait.", "Thanks."],
      a: [{ calls: [inBackground("b")] }, "A."],
      b: [callSay("b"), { calls: [task("c")] }, "B."],
      c: [{ calls: [task("d")] }, "C."],
    },
    tools: [tool],
    tasks: { awaited: true },
  });
  const { session } = scene;
  const waits = scene.event((event) => event.type === "part_end" && event.text === "I wait.");
  const run = session.prompt("go");
  await waits;
  assert.deepEqual(scene.results(), ["A."]);
  assert.equal(session.state.tasks[0]?.state, "running");
  open();
  await run.outcome;
  assert.deepEqual(scene.notices(), ["The background task t1 (general: b) is done.\n\nB."]);
  assert.equal(scene.asked("d").length, 0, "counts the levels through it");
});

test("closing the session stops its tasks, records that, and notifies the model when the session is reopened", async () => {
  const store = memoryStore();
  const { tool } = gate();
  const scene = await taskScene({ replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [callSay("a")] }, tools: [tool], store });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await scene.runtime.close();
  await using later = await reopen(store, id, { script: ["Hm."], tasks: {} });
  await later.session.prompt("And?").outcome;
  assert.deepEqual(transcript(later.session).slice(-3), [
    "user: And?",
    "user: The background task t1 (general: a) was stopped.\n\nIt was stopped: The session was closed.",
    "assistant: Hm.",
  ]);
});

test("after a crash, notifies the model once of an interrupted task and names its session", async () => {
  const store = memoryStore();
  const { tool } = gate();
  const scene = await taskScene({ replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [callSay("a")] }, tools: [tool], store });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  const [begun] = scene.session.state.tasks;
  const cut = await storeCutAt(store, id);
  await scene.runtime.close();
  await using later = await reopen(cut, id, { script: ["Hm.", "Well."], tasks: {} });
  await later.session.prompt("And?").outcome;
  await later.session.prompt("And now?").outcome;
  const notices = transcript(later.session).filter((line) => line.includes("was interrupted"));
  assert.equal(notices.length, 1);
  assert.ok(notices[0]?.includes(`The session ${begun?.agent} has its messages.`));
});

test("a fork has no tasks of its source session", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [callSay("a")], more: ["More."] },
    tools: [gate().tool],
  });
  await scene.session.prompt("go").outcome;
  const fork = await scene.session.fork();
  await fork.prompt("more").outcome;
  assert.deepEqual(fork.state.tasks, []);
  assert.ok(!transcript(fork).some((line) => line.includes("background task")));
});

test("a task charges the ledger of the run that started it", async () => {
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [inBackground("a")], cost: 1 }, { text: "I wait.", cost: 0 }, "Thanks."],
      a: [
        { calls: [say("a")], cost: 2 },
        { text: "A.", cost: 0 },
      ],
    },
    tools: [sayTool()],
    tasks: { awaited: true },
  });
  const outcome = await scene.session.prompt("go", { budget: { usd: 2.5 } }).outcome;
  assert.equal(outcome.kind, "limit");
  assert.equal(scene.session.state.cost, 3);
});

test("a compaction preserves the list of running tasks", async () => {
  const { tool } = gate();
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: [callSay("a")], more: ["More."], most: ["Most."] },
    tools: [tool],
  });
  await scene.session.prompt("go").outcome;
  await scene.session.prompt("more").outcome;
  await scene.session.prompt("most").outcome;
  await scene.session.compact().catch((error: unknown) => assert.fail(String(error)));
  const [entry] = scene.entries("compaction");
  assert.ok(JSON.stringify(entry).includes("- t1 (general: a): running"));
});

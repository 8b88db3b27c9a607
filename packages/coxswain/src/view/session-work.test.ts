import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnyEntry } from "../journal/index.ts";
import { agentTool, answerOf } from "../session/agents/agents.fixture.ts";
import { begin, jobEnd, jobScene, kill, run } from "../runtime/jobs.fixture.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { inBackground, say, taskScene } from "../runtime/tasks.fixture.ts";
import type { Block } from "./block.ts";
import { SessionView } from "./session-view.ts";
import { facts, follow, line, stored, withoutEvents } from "./view.fixture.ts";

const callIn = (blocks: readonly Block[]) => {
  const call = blocks.find(({ kind }) => kind === "call");
  assert.ok(call?.kind === "call");
  return call;
};

test("a background task is in the status while it runs, and has a block at its start and at its end", async () => {
  const go = Promise.withResolvers<void>();
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [inBackground("Find it")] }, "I wait.", "Thanks."],
      "Find it": [
        { calls: [say("look")], cost: 0.25 },
        { text: "Here.", usage: { output: 7 }, cost: 0.5 },
      ],
    },
    tools: [
      sayTool({
        run: async ({ text }) => {
          await go.promise;
          return text;
        },
      }),
    ],
  });
  const { session } = scene;
  const { view, done } = follow(session);
  const over = scene.event(({ type, agent }) => type === "run_end" && agent.depth === 0);
  await session.prompt("go").outcome;
  await over;
  const [task] = view.status.tasks;
  assert.deepEqual([task?.id, task?.name, task?.description, task?.state], ["t1", "general", "Find it", "running"]);
  assert.equal(view.lastOf(task?.agent ?? "")?.kind, "call");
  assert.deepEqual(
    stored(session)
      .map(line)
      .filter((text) => text.startsWith("task")),
    ["task t1 (general: Find it) running, 0 calls"],
  );
  const delivered = scene.event(({ type, agent }) => type === "run_end" && agent.depth === 0);
  go.resolve();
  await delivered;
  await session.close();
  await done;
  assert.deepEqual(view.status.tasks, []);
  const end = stored(session).findLast(({ kind }) => kind === "task");
  assert.ok(end?.kind === "task");
  assert.equal(line(end), "task t1 (general: Find it) done, 1 calls");
  assert.deepEqual([end.usage.output, end.cost, end.task.begunAt < end.at], [7, 0.75, true]);
  assert.deepEqual(withoutEvents(view.blocks).map(facts), stored(session).map(facts));
});

test("the agent of a background task is not shown at work for the call that started it", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait."], a: ["A."] },
    tasks: { awaited: true },
  });
  const { view, done } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  assert.deepEqual([callIn(view.blocks).agents, callIn(stored(scene.session)).agents], [[], []]);
});

test("a background command has a block at its start, and at its end one with its exit code", async (t) => {
  const { session } = await jobScene(t, [begin("exit 3"), "I wait.", "Thanks."]);
  const { view, done } = follow(session);
  const ended = jobEnd(session);
  await session.prompt("go").outcome;
  await ended;
  await session.close();
  await done;
  const jobs = stored(session).filter(({ kind }) => kind === "job");
  assert.deepEqual(jobs.map(line), ["job j1 (exit 3) running, code undefined", "job j1 (exit 3) failed, code 3"]);
  assert.deepEqual(view.blocks.filter(({ kind }) => kind === "job").map(facts), jobs.map(facts));
  assert.deepEqual(view.status.jobs, []);
});

test("a stopped background command has no exit code, and is in the status until then", async (t) => {
  const { session } = await jobScene(t, [begin("sleep 1000"), "I wait.", kill("j1"), "Done."]);
  const { view, done } = follow(session);
  await session.prompt("go").outcome;
  const unwatched = new SessionView(session.id);
  for (const entry of session.entries) unwatched.add(entry);
  for (const { status } of [view, unwatched]) {
    assert.deepEqual(
      status.jobs.map(({ id, command, state }) => [id, command, state]),
      [["j1", "sleep 1000", "running"]],
    );
  }
  await session.prompt("stop it").outcome;
  await session.close();
  await done;
  assert.ok(stored(session).map(line).includes("job j1 (sleep 1000) stopped, code null"));
});

test("a sub-agent is shown in its call, with its outcome, calls and cost, also in a stored session", async () => {
  const delegate = agentTool(async (context, text) => {
    const agent = await context.spawn({ name: "mate" });
    const answer = await answerOf(agent, text);
    await agent.close();
    return answer;
  });
  const script = [
    { calls: [{ name: "delegate", input: { text: "Look." } }] },
    { calls: [say("a")], cost: 0.25 },
    { text: "Nothing.", usage: { output: 5 }, cost: 0.5 },
    "Done.",
  ];
  await using scene = await openScene({ script, tools: [delegate, sayTool()] });
  const { view, done } = follow(scene.session);
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  await done;
  for (const blocks of [view.blocks, stored(scene.session)]) {
    const [agent] = callIn(blocks).agents;
    assert.deepEqual([agent?.name, agent?.outcome, agent?.calls, agent?.usage?.output, agent?.cost], ["mate", "done", 1, 5, 0.75]);
    assert.ok(agent?.endedAt !== undefined && agent.endedAt > agent.startedAt);
  }
});

const entry = (seq: number, more: object) => ({ seq, id: `e${seq}`, parent: null, at: seq, ...more }) as AnyEntry;

test("the status of a task has the state of its last event, and its spending is that of its agent alone", () => {
  const view = new SessionView("s");
  const started = (number: number) => ({ type: "task_start", task: `t${number}`, agent: `a${number}`, name: "explore", description: "d" });
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  view.add(entry(0, started(1)));
  view.add(entry(1, started(2)));
  const task = { id: "t2", agent: "a2", name: "explore", description: "d", state: "blocked", begunAt: 1 } as const;
  view.apply({ type: "task_change", task, seq: 1, at: 2, sessionId: "s", agent: { id: "s", depth: 0 } });
  assert.deepEqual(
    view.status.tasks.map(({ id, state }) => [id, state]),
    [
      ["t1", "running"],
      ["t2", "blocked"],
    ],
  );
  view.add(entry(2, { type: "agent_usage", agent: "a1", model: "m/m", usage, cost: 0.25, toolCalls: 3 }));
  view.add(entry(3, { type: "agent_usage", agent: "a2", model: "m/m", usage, cost: 0.5 }));
  view.add(entry(4, { type: "task_end", task: "t1", ending: "done", text: "" }));
  const end = view.blocks.at(-1);
  assert.ok(end?.kind === "task" && end.task.state === "done");
  assert.deepEqual([end.cost, end.calls, end.usage.output, view.status.tasks.map(({ id }) => id)], [0.25, 3, 1, ["t2"]]);
});

test("the last block of a sub-agent stays known after it has settled", () => {
  const view = new SessionView("s");
  const stamp = { seq: 1, at: 1, agent: { id: "a1", depth: 1 } } as const;
  view.apply({ ...stamp, type: "agent_start", sessionId: "s", child: { id: "a1", depth: 1 } });
  const message = { role: "user", content: [{ type: "text", text: "Look." }] };
  view.apply({ ...stamp, type: "entry", sessionId: "a1", entry: entry(1, { type: "message", message }) });
  view.apply({ ...stamp, type: "entry", sessionId: "a1", entry: entry(2, { type: "run_start", run: "r" }) });
  const last = view.lastOf("a1");
  assert.ok(last?.kind === "user" && last.text === "Look.");
  assert.equal(view.lastOf("a2"), undefined);
});

test("the agent of a task that a sub-agent started has no notice at its end", () => {
  const view = new SessionView("s");
  view.add(entry(0, { type: "agent_start", agent: "a1", name: "explore" }));
  view.add(entry(1, { type: "task_start", task: "t1", agent: "a1", name: "explore", description: "Find it", by: "a0" }));
  view.add(entry(2, { type: "agent_end", agent: "a1", outcome: { kind: "done" } }));
  view.add(entry(3, { type: "task_end", task: "t1", ending: "done", text: "" }));
  assert.deepEqual(view.blocks.map(line).slice(1), [
    "task t1 (explore: Find it) running, 0 calls",
    "task t1 (explore: Find it) done, 0 calls",
  ]);
});

test("an agent that no call and no task started has a notice at its start and at its end", () => {
  const view = new SessionView("s");
  view.add(entry(0, { type: "agent_start", agent: "a1", name: "mate" }));
  view.add(entry(1, { type: "agent_start", agent: "a2" }));
  view.add(entry(2, { type: "agent_end", agent: "a1", outcome: { kind: "done" } }));
  view.add(entry(3, { type: "agent_end", agent: "a2" }));
  assert.deepEqual(view.blocks.map(line), [
    "notice: Agent mate started; its session is a1",
    "notice: Agent started; its session is a2",
    "notice: Agent a1 ended: done",
    "notice: Agent a2 ended",
  ]);
});

test("a command's output and notes are separate lines of its result", async (t) => {
  const { session } = await jobScene(t, [run("echo one; exit 3"), "Done."], {});
  await session.prompt("go").outcome;
  assert.equal(callIn(stored(session)).output, "one\n[exit code 3]");
});

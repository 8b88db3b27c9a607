import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import type { CustomEntry } from "../journal/index.ts";
import type { ExtensionEntry } from "../runtime/index.ts";
import { ModelError, type Reply } from "../model/index.ts";
import { callSay, openScene, sayTool, type Scene } from "../runtime/runtime.fixture.ts";
import type { Ask, Policy } from "../policy/index.ts";
import { agentTool, answerOf, replies } from "../session/agents/agents.fixture.ts";
import { bashTool, questionTool, todoTool } from "../tools/index.ts";
import { nodeWorkspace } from "../workspace/index.ts";
import type { Block } from "./block.ts";
import { decisionLines } from "./decision-lines.ts";
import { SessionView } from "./session-view.ts";
import { follow, line, stored } from "./view.fixture.ts";

const cwd = await realpath(await mkdtemp(join(tmpdir(), "cox-view-")));
after(() => rm(cwd, { recursive: true }));

/** A session with a view that follows it. */
const openView = async (scene: Scene = {}) => {
  const opened = await openScene(scene);
  const { view, seen, done } = follow(opened.session);
  const close = async () => {
    await opened[Symbol.asyncDispose]();
    await done;
  };
  return { ...opened, view, seen, close, [Symbol.asyncDispose]: close };
};

const conversation: readonly Reply[] = [
  { text: "Let me look.", reasoning: "Hm.", calls: [{ name: "say", input: { text: "a" } }] },
  { calls: [{ name: "nothing", input: {} }] },
  "Done.",
];

test("shows a conversation as messages, reasoning, calls with their results, and the run's end", async () => {
  await using scene = await openView({ script: conversation, tools: [sayTool()] });
  await scene.session.prompt("Go.").outcome;
  assert.deepEqual(stored(scene.session).map(line), [
    "user: Go.",
    "reasoning: Hm.",
    "text: Let me look.",
    'call say {"text":"a"} done: a',
    'call nothing {} unknown_tool: There is no tool "nothing". Available tools: say.',
    "text: Done.",
    "run done: 3 turns, 2 calls",
  ]);
});

test("reports a queued message that is lost, and none that its author took back", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openView({ script: [{ text: "One.", hold: hold.promise }] });
  const { session } = scene;
  const run = session.prompt("Go.");
  session.steer("back");
  session.prompt("back too", { whenBusy: "queue" });
  for (const message of session.waiting) message.cancel("The user took it back.", { returned: true });
  session.followUp("lost");
  session.abort("Enough.");
  await run.outcome;
  const notices = stored(session).filter(({ kind }) => kind === "notice");
  assert.deepEqual(notices.map(line), ["notice: Queued message cancelled: Enough."]);
  hold.resolve();
});

test("shows each message as it is typed, with its author if that is not the user", async () => {
  await using scene = await openView({ script: ["One.", "Two."] });
  await scene.session.prompt("Go.", { source: "extension" }).outcome;
  assert.equal(line(stored(scene.session)[0] as Block), "user (extension): Go.");
});

test("an answer grows with its deltas, and a call with its arguments", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openView({ script: [{ text: "Hello there.", hold: hold.promise }] });
  const run = scene.session.prompt("Go.");
  const events = scene.session.events();
  for await (const event of events) if (event.type === "message_delta") break;
  const last = scene.view.blocks.at(-1);
  assert.ok(last?.kind === "text" && !last.settled && "Hello there.".startsWith(last.text) && last.text !== "");
  assert.equal(scene.view.status.activity.kind, "writing");
  hold.resolve();
  await run.outcome;
});

test("a running call shows the end of its output, and its block does not change after its result", async () => {
  const workspace = nodeWorkspace({ root: cwd });
  const script = [{ calls: [{ name: "bash", input: { command: "echo one; sleep 0.3; echo two; exit 3" } }] }, "Done."];
  await using scene = await openView({ cwd, workspace, script, tools: [bashTool(workspace)] });
  const run = scene.session.prompt("Go.");
  for await (const event of scene.session.events()) if (event.type === "tool_progress") break;
  const running = scene.view.blocks.at(-1);
  assert.ok(running?.kind === "call" && running.state === "running" && running.output.includes("one") && running.startedAt !== undefined);
  await run.outcome;
  const ended = stored(scene.session).find(({ kind }) => kind === "call");
  assert.ok(ended?.kind === "call" && ended.state === "failed" && ended.exitCode === 3 && ended.settled);
});

test("a call shows its permission question until the answer, and then the answer", async () => {
  const asked = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<{ readonly kind: "deny"; readonly reason: string }>();
  await using scene = await openView({
    script: [callSay("a"), "Done."],
    tools: [sayTool({ effect: "write" })],
    policy: () => ({ verdict: "ask", reason: "it writes" }),
    ask: () => {
      asked.resolve();
      return reply.promise;
    },
  });
  const run = scene.session.prompt("Go.");
  for await (const event of scene.session.events()) if (event.type === "entry" && event.entry.type === "permission_ask") break;
  const open = scene.view.blocks.at(-1);
  assert.ok(open?.kind === "call" && open.state === "asking" && open.question !== undefined);
  const { asking } = scene.view.status;
  assert.deepEqual([asking?.kind, asking?.call, asking?.agent], ["permission", open.call, undefined]);
  reply.resolve({ kind: "deny", reason: "Not now." });
  await run.outcome;
  await scene.close();
  const call = scene.view.blocks.find(({ kind }) => kind === "call");
  assert.ok(call?.kind === "call" && call.state === "denied" && call.question === undefined);
  assert.deepEqual(call.answer, { allowed: false, kind: "deny", reason: "Not now." });
  assert.deepEqual(decisionLines(call), ["Not now."]);
  assert.equal(scene.view.status.asking, undefined);
  const inLog = stored(scene.session).find(({ kind }) => kind === "call");
  assert.deepEqual(inLog?.kind === "call" && [inLog.answer, decisionLines(inLog)], [call.answer, ["Not now."]]);
});

test("a call that a rule denies has the reason, and one that the user denies without a reason has none", async () => {
  const decide = async (policy: Policy, ask: Ask) => {
    await using scene = await openView({ script: [callSay("a"), "Done."], tools: [sayTool({ effect: "write" })], policy, ask });
    await scene.session.prompt("Go.").outcome;
    await scene.close();
    const call = scene.view.blocks.find(({ kind }) => kind === "call");
    assert.ok(call?.kind === "call" && call.state === "denied");
    return decisionLines(call);
  };
  const user: Ask = async () => ({ kind: "deny" });
  assert.deepEqual(await decide(() => ({ verdict: "deny", reason: "nothing may write here" }), user), ["nothing may write here."]);
  assert.deepEqual(await decide(() => ({ verdict: "ask", reason: "it writes" }), user), []);
});

test("a question of the model is open until its answer, which the call then shows, also from the log", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<readonly string[]>();
  const questions = [
    { question: "Which?", options: [{ label: "SQLite" }, { label: "Postgres" }], multiple: true },
    { question: "Sure?", options: [{ label: "Yes" }, { label: "No" }] },
  ];
  await using scene = await openView({
    script: [{ calls: [{ name: "question", input: { questions } }] }, "Done."],
    tools: [questionTool(({ position }) => (position?.number === 1 ? (asked.resolve(), answer.promise) : Promise.resolve([])))],
  });
  const run = scene.session.prompt("Go.");
  for await (const event of scene.session.events()) if (event.type === "entry" && event.entry.type === "question_ask") break;
  const open = scene.view.blocks.at(-1);
  assert.ok(open?.kind === "call" && open.state === "asking");
  assert.deepEqual([scene.view.status.asking?.kind, scene.view.status.asking?.call], ["question", open.call]);
  answer.resolve(["SQLite", "a cache"]);
  await run.outcome;
  await scene.close();
  assert.equal(scene.view.status.asking, undefined);
  for (const blocks of [scene.view.blocks, stored(scene.session)]) {
    const call = blocks.find(({ kind }) => kind === "call");
    assert.ok(call?.kind === "call" && call.state === "done");
    assert.deepEqual(decisionLines(call), ["Which? → SQLite, a cache", "Sure? → no answer"]);
  }
});

test("a question of a sub-agent names the agent that asks, and its task", async () => {
  const reply = Promise.withResolvers<{ readonly kind: "once" }>();
  const delegate = agentTool(async (context, text) => answerOf(await context.spawn({ name: "explore" }), text), "task");
  await using scene = await openView({
    script: replies({
      "Go.": { calls: [{ name: "task", input: { text: "Find it.", agent: "explore", description: "Find the tests" } }] },
      "Find it.": callSay("a"),
    }),
    tools: [delegate, sayTool({ effect: "write" })],
    policy: ({ tool }) => (tool === "say" ? { verdict: "ask", reason: "it writes" } : { verdict: "allow", reason: "harmless" }),
    ask: () => reply.promise,
  });
  const run = scene.session.prompt("Go.");
  for await (const event of scene.session.events()) if (event.type === "entry" && event.entry.type === "permission_ask") break;
  const { agent = "" } = scene.view.status.asking ?? {};
  assert.equal(scene.view.taskOf(agent), "explore: Find the tests");
  assert.equal(scene.view.taskOf("another"), undefined);
  reply.resolve({ kind: "once" });
  await run.outcome;
  await scene.close();
  assert.equal(scene.view.status.asking, undefined);
});

test("removes what a failed response streamed, and shows the retry", async () => {
  const script: Reply[] = [{ text: "Half an ans", error: new ModelError("transient", "reset") }, "Whole."];
  const scene = await openView({ script, retry: { tries: 1, baseMs: 1 } });
  await scene.session.prompt("Go.").outcome;
  await scene.close();
  for (const blocks of [scene.view.blocks, stored(scene.session)]) {
    assert.deepEqual(blocks.map(line), [
      "user: Go.",
      "notice: Retrying in 1 s (1 of 1): reset",
      "text: Whole.",
      "run done: 1 turns, 0 calls",
    ]);
  }
});

test("a call has the number of lines that the result of its command omits", async () => {
  const workspace = nodeWorkspace({ root: cwd, spill: { folder: join(cwd, "spill"), maxBytes: 1_000_000 } });
  const script = [{ calls: [{ name: "bash", input: { command: "seq 1 20000" } }] }, "Done."];
  await using scene = await openView({ cwd, workspace, tools: [bashTool(workspace)], script });
  await scene.session.prompt("Go.").outcome;
  const call = stored(scene.session).find(({ kind }) => kind === "call");
  assert.ok(call?.kind === "call");
  assert.equal((call.omittedLines ?? 0) + call.output.split("\n").length, 20_000);
});

test("a command of the user in the log has the number of lines that its output omits", async () => {
  await using scene = await openView({ cwd, workspace: nodeWorkspace({ root: cwd }) });
  await scene.session.shell("!seq 1 200000");
  const command = stored(scene.session).find(({ kind }) => kind === "shell");
  assert.ok(command?.kind === "shell");
  assert.equal((command.omittedLines ?? 0) + command.output.trimEnd().split("\n").length, 200_000);
});

test("a command of the user is shown once, while it runs and from the log", async () => {
  const scene = await openView({ cwd, workspace: nodeWorkspace({ root: cwd }) });
  await scene.session.shell("!echo hi");
  await scene.close();
  assert.deepEqual(scene.view.blocks.map(line), ["shell: echo hi = 0: hi\n"]);
  assert.deepEqual(stored(scene.session).map(line), ["shell: echo hi = 0: hi\n"]);
});

test("a command of the user that runs is the last block and part of the status, so that settled blocks can be taken", async () => {
  const folder = await mkdtemp(join(cwd, "running-"));
  await using scene = await openView({ cwd: folder, workspace: nodeWorkspace({ root: folder }), script: ["Hm."] });
  const events = scene.session.events();
  const shell = scene.session.shell("!until [ -e go ]; do sleep 0.01; done; echo hi");
  for await (const event of events) if (event.type === "shell_start") break;
  await scene.session.prompt("Go.").outcome;
  assert.deepEqual(scene.view.takeSettled().map(line), ["user: Go.", "text: Hm.", "run done: 1 turns, 0 calls"]);
  assert.deepEqual(
    scene.view.status.commands.map(({ id }) => id),
    scene.view.blocks.map(({ id }) => id),
  );
  await writeFile(join(folder, "go"), "");
  await shell;
  await scene.close();
  assert.deepEqual(scene.view.status.commands, []);
  assert.deepEqual(scene.view.blocks.map(line), ["shell: until [ -e go ]; do sleep 0.01; done; echo hi = 0: hi\n"]);
});

test("a command that the user repeats during a run is shown as often as it ran", async () => {
  const workspace = nodeWorkspace({ root: cwd });
  const hold = Promise.withResolvers<void>();
  await using scene = await openView({ cwd, workspace, script: [{ text: "Hm.", hold: hold.promise }] });
  const run = scene.session.prompt("Go.");
  for await (const event of scene.session.events()) if (event.type === "message_delta") break;
  const events = scene.session.events();
  const shells = [scene.session.shell("!echo hi"), scene.session.shell("!echo hi")];
  let ended = 0;
  for await (const event of events) if (event.type === "shell_end" && ++ended === shells.length) break;
  hold.resolve();
  await Promise.all([run.outcome, ...shells]);
  await scene.close();
  const shown = ["shell: echo hi = 0: hi\n", "shell: echo hi = 0: hi\n"];
  for (const blocks of [scene.view.blocks, stored(scene.session)])
    assert.deepEqual(blocks.filter(({ kind }) => kind === "shell").map(line), shown);
});

test("calls of a run that ended without their results are interrupted", async () => {
  const entries = [
    { type: "run_start", run: "r", id: "a", seq: 0, at: 1, parent: null },
    {
      type: "message",
      run: "r",
      id: "b",
      seq: 1,
      at: 2,
      parent: null,
      message: {
        role: "assistant",
        content: [{ type: "tool_call", id: "c1", name: "say", input: {} }],
        model: "m/m",
        stop: "tool_calls",
        usage: { input: 5, output: 2, reasoning: 0, cacheRead: 0, cacheWrite: 0 },
      },
    },
    { type: "run_end", run: "r", id: "c", seq: 2, at: 9, parent: null, outcome: { kind: "aborted" } },
  ] as const;
  const view = new SessionView("s");
  for (const entry of entries) view.add(entry);
  assert.deepEqual(view.blocks.map(line), ["call say {} interrupted: ", "run aborted: 1 turns, 1 calls"]);
  const [, run] = view.blocks;
  assert.ok(run?.kind === "run" && run.usage.input === 5 && run.endedAt - run.at === 8);
});

test("the to-do list is a block after each change", async () => {
  const script = [{ calls: [{ name: "todo", input: { items: [{ content: "Look", status: "in_progress" }] } }] }, "Done."];
  await using scene = await openView({ script, tools: [todoTool()] });
  await scene.session.prompt("Go.").outcome;
  assert.ok(stored(scene.session).map(line).includes("todos: Look in_progress"));
});

test("takes settled blocks from the beginning, and the rest stays the same", () => {
  const kinds = fc.array(fc.boolean(), { maxLength: 20 });
  fc.assert(
    fc.property(kinds, fc.integer({ min: 0, max: 20 }), (calls, answered) => {
      const whole = new SessionView("s");
      const taken = new SessionView("s");
      const blocks: Block[] = [];
      for (const [index, isCall] of calls.entries()) {
        const facts = { id: `e${index}`, seq: index, at: index, parent: null } as const;
        const part = isCall
          ? ({ type: "tool_call", id: `c${index}`, name: "say", input: {} } as const)
          : ({ type: "text", text: "x" } as const);
        const usage = { input: 0, output: 0, reasoning: 0, cacheRead: 0, cacheWrite: 0 };
        const answer = { role: "assistant", content: [part], model: "m/m", stop: "stop", usage } as const;
        const result = { role: "tool", callId: `c${index}`, name: "say", content: [], isError: false } as const;
        for (const view of [whole, taken]) {
          view.add({ ...facts, type: "message", message: answer });
          if (isCall && index < answered) view.add({ ...facts, id: `r${index}`, type: "message", message: result });
        }
        blocks.push(...taken.takeSettled());
      }
      assert.deepEqual([...blocks, ...taken.blocks], whole.blocks);
    }),
  );
});

test("shows entries of extensions and of other programs with their data, and the text that describes it", async () => {
  await using scene = await openScene();
  await scene.session.append<ExtensionEntry>({ type: "extension:deploy/steps", fact: { step: "build" } });
  await scene.session.append<CustomEntry & { readonly words: number }>({ type: "other:note", words: 3 });
  const view = new SessionView(scene.session.id, {
    describe: (type, data) => (type === "extension:deploy/steps" ? `**${(data as { readonly step: string }).step}**` : undefined),
  });
  for (const entry of scene.session.entries) view.add(entry);
  assert.deepEqual(view.blocks.map(line), ['custom extension:deploy/steps {"step":"build"}: **build**', 'custom other:note {"words":3}: ']);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { HOOK_EVENTS, type Hook, type HookInputs } from "../hooks/index.ts";
import { textOf } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesOf } from "../runtime/runtime.fixture.ts";
import type { ToolStartEntry } from "./entries.ts";
import { textResult } from "./tool.ts";

const preTool = (run: Extract<Hook, { event: "pre_tool" }>["run"]): Hook => ({ event: "pre_tool", name: "gate", run });

/** A hook for every event, which only reports that it was called. */
const listening = (onCall: (event: string) => void): readonly Hook[] =>
  HOOK_EVENTS.map((event) => ({ event, name: event, run: () => onCall(event) }));

const NEVER = new Promise<undefined>(() => {});

test("S0-69, S4-52: each event has its place in a run", async () => {
  const order: string[] = [];
  const hooks = listening((event) => void order.push(event));
  const say = sayTool({
    run: async ({ text }) => {
      order.push("the tool runs");
      return textResult(text);
    },
  });
  await using scene = await openScene({
    hooks,
    tools: [say],
    script: ({ messages }) => {
      order.push("the model is asked");
      return messages.length === 1 ? callSay("a") : "done";
    },
  });
  const run = scene.session.prompt("go");
  const ended = collect(run).then(() => order.push("the end was emitted"));
  await run.outcome;
  await ended;
  assert.deepEqual(order, [
    "before_run",
    "turn_start",
    "the model is asked",
    "post_message",
    "pre_tool",
    "the tool runs",
    "post_tool",
    "turn_end",
    "turn_start",
    "the model is asked",
    "post_message",
    "turn_end",
    "run_end",
    "the end was emitted",
  ]);
});

test("a hook after a message runs when the message is in the log and none of its calls has started", async () => {
  const seen: string[][] = [];
  const hook: Hook = { event: "post_message", name: "reader", run: () => void seen.push(transcript(scene.session)) };
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], hooks: [hook] });
  await scene.session.prompt("go").outcome;
  assert.equal(seen[0]?.at(-1), 'assistant: [say {"text":"a"}]');
  assert.equal(seen[1]?.at(-1), "assistant: done");
});

test("S4-52: a call that a hook denies does not run, the model receives the reason, and the run continues", async () => {
  const never = sayTool({ run: () => assert.fail("it must not run") });
  const hooks = [preTool(({ tool, input }) => ({ deny: `${tool} of ${JSON.stringify(input)} is not allowed` }))];
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [never], hooks });
  const events = await collect(scene.session.prompt("go"));
  assert.equal(transcript(scene.session)[2], 'tool: !denied Denied: the hook gate denied it: say of {"text":"a"} is not allowed');
  assert.equal(transcript(scene.session)[3], "assistant: ok");
  const block = events.find((event) => event.type === "hook_block") ?? assert.fail("no hook_block event");
  assert.deepEqual(
    { hook: block.hook, event: block.event, what: block.what, callId: block.callId },
    { hook: "gate", event: "pre_tool", what: "call", callId: "call_1" },
  );
  assert.equal(typesOf(events).includes("tool_start"), false);
});

test("a hook changes the arguments of a call: the tool runs with them, and the log preserves them beside the model's", async () => {
  const hooks = [preTool(() => ({ input: { text: "changed" } }))];
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool()], hooks });
  const events = await collect(scene.session.prompt("go"));
  assert.deepEqual(transcript(scene.session).slice(1, 3), ['assistant: [say {"text":"a"}]', "tool: changed"]);
  const start = scene.session.entries.find(({ type }) => type === "tool_start") as ToolStartEntry | undefined;
  assert.deepEqual(start?.input, { text: "changed" });
  assert.deepEqual(events.find((event) => event.type === "tool_start")?.call.input, { text: "changed" });
});

test("each hook before a call gets the arguments of the previous one, and a hook after it those that it ran with", async () => {
  const seen: unknown[] = [];
  const more = preTool(({ input }) => ({ input: { text: `${(input as { text: string }).text}+` } }));
  const after: Hook = { event: "post_tool", name: "after", run: ({ input }) => void seen.push(input) };
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool()], hooks: [more, more, after] });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: a++");
  assert.deepEqual(seen, [{ text: "a++" }]);
});

test("the model receives hooks' messages before a call after its result and before the messages of hooks after it, also if the call was denied", async () => {
  const before = preTool(() => ({ tell: "mind the step" }));
  const denies = preTool(({ input }) => ((input as { text: string }).text === "b" ? { deny: "no" } : undefined));
  const after: Hook = { event: "post_tool", name: "after", run: () => ({ tell: "well done" }) };
  for (const [hooks, expected] of [
    [
      [before, denies],
      ["mind the step", "mind the step"],
    ],
    [
      [before, denies, after],
      ["mind the step", "well done", "mind the step", "well done"],
    ],
  ] as const) {
    await using scene = await openScene({ script: [callSay("a", "b"), "ok"], tools: [sayTool()], hooks });
    await scene.session.prompt("go").outcome;
    const last = scene.model.requests[1]?.messages.filter(({ role }) => role === "user").map(textOf) ?? [];
    assert.deepEqual(
      last.slice(1).map((text) => text.replace(/^\[Message of the hook \w+:\]\n\n/, "")),
      expected,
    );
    assert.deepEqual(
      scene.model.requests[1]?.messages.slice(0, 4).map(({ role }) => role),
      ["user", "assistant", "tool", "tool"],
    );
  }
});

test("P15: arguments that a hook changed are validated again, and the error names the hook", async () => {
  const never = sayTool({ run: () => assert.fail("it must not run") });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [never], hooks: [preTool(() => ({ input: { text: 7 } }))] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /!invalid_input A hook changed the arguments of say, and they are no longer valid/);
});

test("changes that a hook makes in place have no effect", async () => {
  const meddles = preTool(({ input }) => void ((input as { text: string }).text = "changed"));
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool()], hooks: [meddles] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session).slice(1, 3), ['assistant: [say {"text":"a"}]', "tool: a"]);
});

test("a hook can force a permission question although the policy allows everything", async () => {
  const asked: (readonly string[])[] = [];
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [sayTool()],
    policy: allowAll(),
    ask: async ({ reasons }) => {
      asked.push(reasons);
      return { kind: "deny" };
    },
    hooks: [preTool(() => ({ ask: "it speaks" })), preTool(({ ask }) => ({ ask: `again: ${ask}` }))],
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(asked, [["it speaks; again: it speaks"]]);
  assert.match(transcript(scene.session)[2] ?? "", /!denied/);
});

test("the result of a call is saved while a hook of the previous call is still pending", async () => {
  const saved = Promise.withResolvers<void>();
  const called: string[] = [];
  const waits: Hook = {
    event: "post_tool",
    name: "waits",
    async run({ callId }) {
      if (called.length === 0) await saved.promise;
      called.push(callId);
    },
  };
  const tools = [sayTool({ parallel: true })];
  await using scene = await openScene({ script: [callSay("a", "b"), "done"], tools, toolExecution: "parallel", hooks: [waits] });
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type === "message_end" && event.message.role === "tool" && textOf(event.message) === "b") saved.resolve();
  }
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(called, ["call_1", "call_2"]);
});

test("a hook before a call that stops ends the run with the limit hook, and no later call runs", async () => {
  const hooks = [preTool(() => ({ stop: "the budget of the day is exhausted" }))];
  await using scene = await openScene({ script: [callSay("a", "b")], tools: [sayTool()], hooks });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind, "limit");
  assert.deepEqual(outcome.kind === "limit" && outcome.limit, {
    name: "hook",
    message: "The hook gate ended the run: the budget of the day is exhausted",
  });
  assert.match(transcript(scene.session)[2] ?? "", /!denied/);
  assert.match(transcript(scene.session)[3] ?? "", /!skipped/);
});

test("messages of hooks are added before the next request, with the hook's name", async () => {
  const hooks: readonly Hook[] = [
    { event: "turn_start", name: "clock", run: ({ turn }) => (turn === 1 ? { tell: "It is late." } : {}) },
    { event: "post_tool", name: "lint", run: ({ result }) => ({ tell: `${result.name} leaves two warnings.` }) },
  ];
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], hooks });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    "user: [Message of the hook clock:]\n\nIt is late.",
    'assistant: [say {"text":"a"}]',
    "tool: a",
    "user: [Message of the hook lint:]\n\nsay leaves two warnings.",
    "assistant: done",
  ]);
  const sources = messagesOf(scene.session).map((message) => (message.role === "user" ? message.source : undefined));
  assert.deepEqual(
    sources.filter((source) => source !== undefined),
    ["hook:clock", "hook:lint"],
  );
});

test("messages of a hook at the end of the last turn make the run continue, at most ten times", async () => {
  const inputs: HookInputs["turn_end"][] = [];
  const hook: Hook = {
    event: "turn_end",
    name: "more",
    run: (input) => {
      inputs.push(input);
      return { tell: "Continue." };
    },
  };
  await using scene = await openScene({ script: () => "done", hooks: [hook] });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  assert.equal(scene.model.requests.length, 11);
  assert.deepEqual(
    inputs.map((input) => input.continuations),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.ok(inputs.every(({ last }) => last));
  assert.match(events.findLast((event) => event.type === "warning")?.message ?? "", /continued this run 10 times/);
});

test("messages of a hook beside calls do not count as continuations of the run", async () => {
  const hook: Hook = { event: "post_tool", name: "lint", run: () => ({ tell: "Noted." }) };
  const script = [...Array.from({ length: 12 }, (_, turn) => callSay(String(turn))), "done"];
  await using scene = await openScene({ script, tools: [sayTool()], hooks: [hook] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.equal(messagesOf(scene.session).filter((message) => message.role === "user" && message.source === "hook:lint").length, 12);
});

test("a hook ends the run at a turn's start, after a message and after a call, and calls that have not started do not run", async () => {
  for (const event of ["turn_start", "post_message", "post_tool"] as const) {
    const hook = { event, name: "enough", run: () => ({ stop: "enough" }) } as Hook;
    await using scene = await openScene({ script: [callSay("a", "b"), "no"], tools: [sayTool()], hooks: [hook] });
    const run = scene.session.prompt("go");
    const events = await collect(run);
    const outcome = await run.outcome;
    assert.equal(outcome.kind === "limit" && outcome.limit.name, "hook", event);
    assert.equal(events.filter(({ type }) => type === "tool_start").length, event === "post_tool" ? 1 : 0, event);
    assert.equal(events.find((one) => one.type === "hook_block")?.what, "run", event);
  }
});

test("a hook at the last turn's end does not change the outcome of a run that is done", async () => {
  const hook: Hook = { event: "turn_end", name: "enough", run: () => ({ stop: "enough" }) };
  await using scene = await openScene({ script: ["done"], hooks: [hook] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("hooks that throw where nothing can be denied cause warnings, and the other hooks still run", async () => {
  const throws = () => {
    throw new Error("broken");
  };
  const hooks: readonly Hook[] = [
    { event: "turn_end", name: "bad", run: throws },
    { event: "turn_end", name: "good", run: ({ continuations }) => (continuations === 0 ? { tell: "Once more." } : {}) },
    { event: "run_end", name: "bad", run: throws },
  ];
  await using scene = await openScene({ script: ["one", "two"], hooks });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  const outcome = await run.outcome;
  assert.equal(outcome.kind === "done" && textOf(outcome.reply), "two");
  assert.deepEqual(
    events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    ["The hook bad failed at turn_end: broken", "The hook bad failed at turn_end: broken", "The hook bad failed at run_end: broken"],
  );
});

test("a hook before a call that throws denies it, unless it is not blocking", async () => {
  const throws = () => {
    throw new Error("broken");
  };
  for (const blocking of [true, false]) {
    const hook: Hook = { event: "pre_tool", name: "gate", blocking, run: throws };
    await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool()], hooks: [hook] });
    await scene.session.prompt("go").outcome;
    const result = transcript(scene.session)[2];
    assert.equal(result, blocking ? "tool: !denied Denied: the hook gate denied it: it failed: broken" : "tool: a");
  }
});

test("an abort ends the run at once while a hook hangs, at every event", { timeout: 10_000 }, async () => {
  for (const event of HOOK_EVENTS.filter((name) => name !== "pre_compact")) {
    const asked = Promise.withResolvers<void>();
    const hook = {
      event,
      name: "hangs",
      run: () => {
        asked.resolve();
        return NEVER;
      },
    } as Hook;
    await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], hooks: [hook] });
    const run = scene.session.prompt("go");
    await asked.promise;
    run.abort();
    const outcome = await run.outcome;
    assert.equal(outcome.kind, event === "run_end" ? "done" : "aborted", event);
  }
});

test("a hook applies to the tools that it names, where a star matches any letters", async () => {
  const called: string[] = [];
  const hook: Hook = { event: "pre_tool", name: "gate", tools: ["mcp_*_write", "say"], run: ({ tool }) => void called.push(tool) };
  const tools = ["say", "says", "mcp_files_write", "mcp_files_read"].map((name) => sayTool({ name }));
  const calls = tools.map(({ name }) => ({ name, input: { text: "a" } }));
  await using scene = await openScene({ script: [{ calls }, "ok"], tools, hooks: [hook] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(called, ["say", "mcp_files_write"]);
});

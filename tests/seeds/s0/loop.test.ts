// S0, part 3: the loop.
import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "coxswain";
import { history } from "coxswain/session";
import { collect, openFolder, openServed, openSession, openStage, say, sayCalls, transcript, entryTypes, eventTypes } from "../scene.ts";

test("S0-11, S0-13, S0-14, S0-25, S0-27, S0-29, S0-30: runs turns while the model calls tools, and appends each result at once", async () => {
  const transcripts: string[][] = [];
  await using scene = await openSession({
    script: [sayCalls("a", "b"), sayCalls("c"), "done"],
    tools: [say({ run: async () => transcripts.push(transcript(scene.session).slice(1)) })],
  });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal(eventTypes(events).filter((type) => type === "turn_start").length, 3);
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant:  [say {"text":"a"}] [say {"text":"b"}]',
    "tool: a",
    "tool: b",
    'assistant:  [say {"text":"c"}]',
    "tool: c",
    "assistant: done",
  ]);
  assert.deepEqual(
    transcripts.map((lines) => lines.length),
    [1, 2, 4],
  );
});

test("S0-15: a request has the messages of the log's entries, without the entries' other fields, and a user's command as a message", async () => {
  await using folder = await openFolder();
  await using scene = await openSession({ script: ["one", "two"], setup: { cwd: folder.path } });
  await scene.session.prompt("go").outcome;
  await scene.session.shell("echo tide");
  await scene.session.prompt("on").outcome;
  const { messages = [] } = scene.model.requests[1] ?? {};
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["user", "assistant", "user", "user"],
  );
  assert.match(JSON.stringify(messages[2]?.content), /echo tide/);
  const [entry] = history(scene.session);
  assert.deepEqual(messages[0], { role: "user", content: [{ type: "text", text: "go" }] });
  assert.ok(entry !== undefined && ["id", "parent", "seq", "at", "run"].every((name) => name in entry));
  assert.ok(entryTypes(scene.session).length > history(scene.session).length);
});

test("S0-16: emits a response's text as it arrives, and collects its calls", async () => {
  const reply = { text: "I look.", calls: [{ name: "say", input: { text: "a" } }] };
  await using scene = await openSession({ script: [reply, "Done."], tools: [say()] });
  const events = await collect(scene.session.prompt("go"));
  assert.deepEqual(
    events.flatMap((event) => {
      if (event.type === "message_delta" && event.kind === "text") return event.delta;
      if (event.type === "tool_call") return `call ${JSON.stringify(event.call.input)}`;
      return event.type === "message_end" && event.message.role === "assistant" ? "end" : [];
    }),
    ["I look.", "end", 'call {"text":"a"}', "Done.", "end"],
  );
});

test("S0-22: in a request, the results of a response directly follow it", async () => {
  await using scene = await openSession({ script: [sayCalls("a", "b"), "done"], tools: [say()] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    scene.model.requests[1]?.messages.map(({ role }) => role),
    ["user", "assistant", "tool", "tool"],
  );
});

test("S0-22: a provider receives the results of a response in one message", async () => {
  await using scene = await openServed([sayCalls("a", "b"), "done"], { tools: [say()] });
  await scene.session.prompt("go").outcome;
  const messages = (scene.server.requests[1]?.body["messages"] ?? []) as readonly { readonly content: readonly { type: string }[] }[];
  assert.deepEqual(
    messages.map(({ content }) => content.map(({ type }) => type)),
    [["text"], ["tool_use", "tool_use"], ["tool_result", "tool_result"]],
  );
});

test("S0-17: runs the calls of one response one after the other and in their order, even if the tool could run them together", async () => {
  const steps: string[] = [];
  const run = async ({ text }: { readonly text: string }) => {
    steps.push(`${text} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`${text} ends`);
  };
  for (const parallel of [false, true]) {
    steps.length = 0;
    await using scene = await openSession({ script: [sayCalls("b", "a", "c"), "done"], tools: [{ ...say({ run }), parallel }] });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(
      steps,
      ["b", "a", "c"].flatMap((text) => [`${text} begins`, `${text} ends`]),
    );
    assert.deepEqual(transcript(scene.session).slice(2, 5), ["tool: b", "tool: a", "tool: c"]);
  }
});

test("S0-18, S0-23, S0-27, S0-31: steering during a call skips the following calls, and the next request has all steering messages", async () => {
  await using scene = await openSession({
    script: [sayCalls("a", "b", "c"), "done"],
    tools: [
      say({
        async run() {
          scene.session.steer("Fix this error instead.");
          scene.session.steer("And be quick.");
        },
      }),
    ],
  });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(transcript(scene.session).slice(2), [
    "tool: a",
    "tool: !skipped Skipped: the user steered the run.",
    "tool: !skipped Skipped: the user steered the run.",
    "user: Fix this error instead.",
    "user: And be quick.",
    "assistant: done",
  ]);
});

test("S0-13: a steering message leads to another turn after a response without calls", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openSession({ script: [{ text: "one", hold: hold.promise }, "two"] });
  const run = scene.session.prompt("go");
  run.steer("wait");
  hold.resolve();
  await run.outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: one", "user: wait", "assistant: two"]);
});

test("S0-11, S0-12, S0-24, S0-26, S0-32: delivers all follow-ups together once the model calls no more tools", async () => {
  await using scene = await openSession({
    script: [sayCalls("a"), "done with that", "tested"],
    tools: [
      say({
        async run() {
          scene.session.followUp("Run the tests.");
          scene.session.followUp("Then report the failures.");
        },
      }),
    ],
  });
  await scene.session.prompt("refactor").outcome;
  assert.deepEqual(transcript(scene.session).slice(3), [
    "assistant: done with that",
    "user: Run the tests.",
    "user: Then report the failures.",
    "assistant: tested",
  ]);
});

test("S0-19: a run ends only after its calls, its steering messages and its follow-ups, with a response that calls no tool", async () => {
  const run = async ({ text }: { readonly text: string }) => {
    if (text !== "b") return;
    scene.session.followUp("Then report.");
    scene.session.steer("Be quick.");
  };
  await using scene = await openSession({ script: [sayCalls("a"), sayCalls("b"), "quick", "reported"], tools: [say({ run })] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.ok(outcome.kind === "done" && textOf(outcome.reply) === "reported");
  assert.deepEqual(transcript(scene.session).slice(4), [
    "tool: b",
    "user: Be quick.",
    "assistant: quick",
    "user: Then report.",
    "assistant: reported",
  ]);
});

test("S0-20, S0-33: a run ends when no call and no message is pending, and the session accepts the next prompt", async () => {
  await using scene = await openSession({ script: ["one", "two"] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.ok(outcome.kind === "done" && textOf(outcome.reply) === "one");
  assert.equal(scene.session.status, "idle");
  assert.equal((await scene.session.prompt("on").outcome).kind, "done");
  assert.equal(scene.model.requests[1]?.messages.length, 3);
});

test("S0-28: stores a response once it is complete, and a part of an interrupted response with onAbort: keep", async () => {
  for (const [onAbort, lines] of [
    ["keep", ["user: on", "assistant: half"]],
    ["discard", ["user: on"]],
  ] as const) {
    await using scene = await openSession({ script: ["whole", { text: "half", hold: new Promise(() => {}) }], setup: { onAbort } });
    await scene.session.prompt("go").outcome;
    const run = scene.session.prompt("on");
    for await (const event of run) if (event.type === "message_delta") run.abort();
    assert.deepEqual(transcript(scene.session), ["user: go", "assistant: whole", ...lines]);
  }
});

test("S0-21: a call starts only after its tool is found and its input is valid, and always ends", async () => {
  const calls = [
    { name: "nothing", input: {} },
    { name: "say", input: { text: 5 } },
    { name: "say", input: { text: "a" } },
  ];
  await using stage = openStage({ script: [{ calls }, "done"], tools: [say()] });
  const session = await stage.create();
  const events = await collect(session.prompt("go"));
  assert.deepEqual(
    events.flatMap((event) => {
      if (event.type === "tool_call" || event.type === "tool_start") return `${event.type} ${event.call.name}`;
      return event.type === "tool_end" ? `tool_end ${event.call.name} ${event.result.reason ?? "ran"}` : [];
    }),
    [
      "tool_call nothing",
      "tool_call say",
      "tool_call say",
      "tool_end nothing unknown_tool",
      "tool_end say invalid_input",
      "tool_start say",
      "tool_end say ran",
    ],
  );
});

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { isMessage } from "./entries.ts";
import { textResult } from "./tool.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesIn, typesOf } from "../runtime/runtime.fixture.ts";

test("S0-11, S0-14, S0-25, S0-26, S0-29, S1-13: the loop asks the model, runs its calls, and continues until a response has no calls", async () => {
  await using scene = await openScene({ script: [callSay("one"), callSay("two"), "done"], tools: [sayTool()] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [say {"text":"one"}]',
    "tool: one",
    'assistant: [say {"text":"two"}]',
    "tool: two",
    "assistant: done",
  ]);
  assert.equal(scene.model.requests.length, 3);
});

test("S0-15, S1-46: each request contains the history so far, and no fields of the log", async () => {
  await using scene = await openScene({ script: [callSay("one"), "done"], tools: [sayTool()] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ messages }) => messages.map(({ role }) => role)),
    [["user"], ["user", "assistant", "tool"]],
  );
});

test("S0-17, S0-22, S0-30, S1-19: calls of one response run one after the other, and each result is logged as soon as it is available", async () => {
  const seen: number[] = [];
  const say = sayTool({
    run: async ({ text }) => {
      seen.push(messagesOf(scene.session).length);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a", "b", "c"), "done"], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(seen, [2, 3, 4]);
});

test("parallel execution starts neighbouring calls together and preserves the order of their results", async () => {
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const say = sayTool({
    parallel: true,
    run: async ({ text }) => {
      if (text === "a") await first.promise;
      else first.resolve();
      order.push(text);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a", "b"), "done"], tools: [say], toolExecution: "parallel" });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(order, ["b", "a"]);
  assert.deepEqual(transcript(scene.session).slice(2, 4), ["tool: a", "tool: b"]);
});

test("a throwing tool causes an error result and stops none of its neighbours", async () => {
  const say = sayTool({
    parallel: true,
    run: async ({ text }) => {
      if (text === "a") throw new Error("no such thing");
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a", "b"), "done"], tools: [say], toolExecution: "parallel" });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(transcript(scene.session).slice(2, 4), ["tool: !error no such thing", "tool: b"]);
});

test("S0-19, S0-33, S3-11, S4-35: a run is done when the model stops and nothing is queued, and its reply is the last message", async () => {
  await using scene = await openScene({ script: ["hello"] });
  const outcome = await scene.session.prompt("hi").outcome;
  assert.deepEqual(outcome, { kind: "done", reply: messagesOf(scene.session)[1] });
  assert.equal(scene.session.state.status, "idle");
});

test("S0-20: after a run the session waits for the next prompt, which continues the conversation", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  await scene.session.prompt("first").outcome;
  await scene.session.prompt("second").outcome;
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one", "user: second", "assistant: two"]);
});

test("S4-04: the number of turns is unlimited by default", async () => {
  const script = Array.from({ length: 60 }, (_, turn) => callSay(String(turn)));
  await using scene = await openScene({ script: [...script, "done"], tools: [sayTool()] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("S0-08, S1-16, S1-18, S1-20, S3-14..S3-16, S4-37, S4-38: the events of a run are ordered, with one end", async () => {
  await using scene = await openScene({
    script: [{ reasoning: "hm", text: "so", calls: [{ name: "say", input: { text: "a" } }] }, "done"],
    tools: [sayTool()],
  });
  assert.deepEqual(typesOf(await collect(scene.session.prompt("go"))), [
    "run_start",
    "message_start",
    "message_end",
    "turn_start",
    "message_start",
    "message_delta",
    "part_end",
    "message_delta",
    "part_end",
    "message_delta",
    "message_end",
    "usage",
    "cost",
    "context_usage",
    "tool_call",
    "tool_start",
    "tool_end",
    "message_end",
    "turn_end",
    "turn_start",
    "message_start",
    "message_delta",
    "part_end",
    "message_end",
    "usage",
    "cost",
    "context_usage",
    "turn_end",
    "run_end",
  ]);
});

test("S0-16, S1-17, S3-12, S3-13, S3-34: text streams as deltas with their offsets, and each complete part is emitted once", async () => {
  await using scene = await openScene({ script: [{ reasoning: "thinking", text: "abcdef" }], scripted: { chunk: 4 } });
  const events = await collect(scene.session.prompt("go"));
  const deltas = events.filter((event) => event.type === "message_delta");
  assert.deepEqual(
    deltas.map(({ kind, part, offset, delta }) => [kind, part, offset, delta]),
    [
      ["reasoning", 0, 0, "thin"],
      ["reasoning", 0, 4, "king"],
      ["text", 1, 0, "abcd"],
      ["text", 1, 4, "ef"],
    ],
  );
  const parts = events.filter((event) => event.type === "part_end").map(({ kind, text }) => [kind, text]);
  assert.deepEqual(parts, [
    ["reasoning", "thinking"],
    ["text", "abcdef"],
  ]);
});

test("S1-51, S1-52: reasoning is replaced by the text of its end, and saved with the provider's data", async () => {
  const raw = [
    { type: "reasoning_start", id: "r" },
    { type: "reasoning_delta", id: "r", delta: "I thi" },
    { type: "reasoning_end", id: "r", text: "I think so.", providerData: { anthropic: { signature: "sig" } } },
  ] as const;
  await using scene = await openScene({ script: [{ raw, text: "yes" }] });
  const events = await collect(scene.session.prompt("go"));
  const ends = events.flatMap((event) => (event.type === "part_end" ? [`${event.kind}: ${event.text}`] : []));
  assert.deepEqual(ends, ["reasoning: I think so.", "text: yes"]);
  assert.deepEqual(messagesOf(scene.session).at(-1)?.content, [
    { type: "reasoning", text: "I think so.", providerData: { anthropic: { signature: "sig" } } },
    { type: "text", text: "yes" },
  ]);
});

test("S2-07: a response is emitted while it streams, and each message is appended as soon as it is complete", async () => {
  const script = [{ reasoning: "hm, hm", text: "I look.", ...(callSay("a", "b") as object) }, "done"];
  await using scene = await openScene({ script, tools: [sayTool()], scripted: { chunk: 3 } });
  const seen: string[] = [];
  for await (const event of scene.session.prompt("go")) {
    if (event.type === "message_delta" && event.kind !== seen.at(-1)) seen.push(event.kind);
    if (event.type === "entry" && isMessage(event.entry)) seen.push(`entry: ${event.entry.message.role}`);
    if (event.type === "tool_call" || event.type === "tool_end") seen.push(event.type);
  }
  assert.equal(
    seen.join(", "),
    "entry: user, reasoning, text, tool_input, entry: assistant, tool_call, tool_call, " +
      "entry: tool, tool_end, entry: tool, tool_end, text, entry: assistant",
  );
});

test("S1-50: events of a message carry its id from the first event on, and so does its entry", async () => {
  await using scene = await openScene({ script: ["hello"] });
  const events = await collect(scene.session.prompt("hi"));
  const ids = events.flatMap((event) => ("messageId" in event && event.type !== "message_start" ? [event.messageId] : []));
  const start = events.findLast((event) => event.type === "message_start");
  assert.equal(start?.messageId, scene.session.entries.find(({ id }) => ids.at(-1) === id)?.id);
  assert.ok(events.every(({ sessionId }) => sessionId === scene.session.id));
});

test("S0-71, S0-72: messages are in the log when their end is emitted", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()] });
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type === "message_end") assert.ok(scene.session.entries.some(({ id }) => id === event.messageId));
  }
});

test("the log contains the run's start, its messages and its end", async () => {
  await using scene = await openScene({ script: ["hello"] });
  await scene.session.prompt("hi").outcome;
  assert.deepEqual(typesIn(scene.session.entries), ["setup", "run_start", "message", "system_prompt", "message", "run_end"]);
});

test("a run of a thousand turns leaves no listeners on its signal", async () => {
  const counts = new Set<number>();
  const say = sayTool({
    run: async ({ text }, { signal }) => {
      counts.add(getEventListeners(signal, "abort").length);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: (_, turn) => (turn < 1_000 ? callSay(String(turn)) : "done"), tools: [say] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual([...counts], [1]);
});

test("a run without a reader continues to its end", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("P13: an empty response ends the run without another request", async () => {
  await using scene = await openScene({ script: [{}] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind, "done");
  assert.equal(scene.model.requests.length, 1);
});

test("P17: two calls with the same id both run, each under its own id with its own result", async () => {
  const calls = ["a", "b"].map((text) => ({ id: "same", name: "say", input: { text } }));
  await using scene = await openScene({ script: [{ calls }, "done"], tools: [sayTool()] });
  await scene.session.prompt("go").outcome;
  const results = messagesOf(scene.session).filter(({ role }) => role === "tool");
  assert.deepEqual(
    results.map((result) => "callId" in result && result.callId),
    ["same", "same_2"],
  );
});

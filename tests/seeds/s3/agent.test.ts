// S3: an agent that processes one message at a time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmptyPromptError, ModelError, scriptedModel, SessionBusyError, textOf } from "coxswain";
import { newAgent, type TreeEvent } from "coxswain/facades";
import { type Script } from "coxswain/providers";
import { collect, say, sayCalls } from "../scene.ts";

const typesOf = (events: readonly TreeEvent[]): string[] => events.map(({ type }) => type);

const agentOf = (script: Script, info: Parameters<typeof scriptedModel>[1] = {}) => {
  const model = scriptedModel(script, info);
  return newAgent(model, "You are kind.", [say()], { cwd: "/" }).then((agent) => ({ agent, model }));
};

test("S3-01, S3-05, S3-08, S3-11, S3-12, S3-13, S3-14, S3-15, S3-16, S3-34: newAgent takes a model, a prompt and tools, and the agent emits complete parts", async () => {
  const usage = { input: 100, output: 10 };
  const { agent } = await agentOf(
    [{ reasoning: "Hm. Aha.", text: "Let me see.", calls: [{ name: "say", input: { text: "a" } }], usage }, "Done."],
    {
      chunk: 3,
    },
  );
  await using _ = agent;
  const events = await collect(agent.sendUserMessage("go"));
  assert.deepEqual(typesOf(events), [
    "assistant_reasoning",
    "assistant_text",
    "tool_call",
    "assistant_turn_complete",
    "tool_complete",
    "assistant_text",
    "assistant_turn_complete",
    "done_success",
  ]);
  const [reasoning, text, call, turn, complete] = events;
  assert.equal(reasoning?.type === "assistant_reasoning" && reasoning.text, "Hm. Aha.");
  assert.equal(text?.type === "assistant_text" && text.text, "Let me see.");
  assert.ok(call?.type === "tool_call" && call.tool === "say");
  assert.deepEqual(call.call.input, { text: "a" });
  assert.ok(turn?.type === "assistant_turn_complete" && turn.usage === turn.turn.usage);
  assert.deepEqual([turn.usage.input, turn.usage.output], [100, 10]);
  assert.ok(complete?.type === "tool_complete");
  assert.deepEqual([complete.tool, complete.call, textOf(complete.result)], ["say", call.call, "a"]);
});

test("S3-02, S3-05: events have the library's messages, and requests have exactly the given system prompt", async () => {
  const { agent, model } = await agentOf(["Done."]);
  await using _ = agent;
  const [, turn] = await collect(agent.sendUserMessage("go"));
  assert.deepEqual(turn?.type === "assistant_turn_complete" && turn.turn, agent.turns[1]);
  assert.match(model.requests[0]?.system[0] ?? "", /^You are kind\./);
});

test("S3-03: the stream alone has the whole conversation", async () => {
  const { agent } = await agentOf([sayCalls("a"), "Done."]);
  await using _ = agent;
  const screen: string[] = [];
  for await (const event of agent.sendUserMessage("go")) {
    if (event.type === "assistant_text") screen.push(event.text);
    if (event.type === "tool_complete") screen.push(textOf(event.result));
  }
  assert.deepEqual(
    screen,
    agent.turns
      .slice(1)
      .map(textOf)
      .filter((text) => text !== ""),
  );
});

test("S3-06: each agent has a unique id", async () => {
  const agents = await Promise.all(Array.from({ length: 20 }, () => agentOf([])));
  const ids = agents.map(({ agent }) => agent.sessionId);
  assert.equal(new Set(ids).size, 20);
  assert.match(ids[0] ?? "", /^[0-9a-f-]{36}$/);
});

test("S3-07: addUserTurn sends no request, and the next request has the added turn", async () => {
  const { agent, model } = await agentOf(["Done."]);
  await using _ = agent;
  await agent.addUserTurn("It is raining.");
  assert.equal(model.requests.length, 0);
  await collect(agent.sendUserMessage("go"));
  assert.deepEqual(model.requests[0]?.messages.map(textOf), ["It is raining.", "go"]);
  await assert.rejects(agent.addUserTurn(" "), EmptyPromptError);
});

test("S3-39: addUserTurn rejects while the agent runs", async () => {
  const hold = Promise.withResolvers<void>();
  const { agent } = await agentOf([{ text: "Done.", hold: hold.promise }]);
  await using _ = agent;
  const out = agent.sendUserMessage("go");
  await assert.rejects(agent.addUserTurn("It is raining."), SessionBusyError);
  hold.resolve();
  await collect(out);
  await agent.addUserTurn("It is raining.");
});

test("S3-09: the last event is the error, and a partial response before it is not a turn", async () => {
  const { agent } = await agentOf([{ text: "Well,", error: new ModelError("auth", "The key is wrong.") }]);
  await using _ = agent;
  const events = await collect(agent.sendUserMessage("go"));
  assert.deepEqual(typesOf(events), ["assistant_text", "error"]);
  const last = events.at(-1);
  assert.deepEqual(last?.type === "error" && last.error, { code: "auth", message: "The key is wrong." });
  assert.equal(agent.status, "stopped");
});

test("S3-09, S3-11: a run that reaches a limit ends with an error, not with success", async () => {
  const { agent } = await agentOf(() => sayCalls("a"));
  await using _ = agent;
  const events = await collect(agent.sendUserMessage("go"));
  const last = events.at(-1);
  assert.equal(last?.type === "error" && last.error.code, "limit");
  assert.ok(!typesOf(events).includes("done_success"));
});

test("S3-10, S3-35: a signal or a deadline cancels the run, and the canceled event has the reason", async () => {
  const hold = new Promise(() => {});
  const { agent } = await agentOf(() => ({ text: "Well,", hold }));
  await using _ = agent;
  for (const reason of [new Error("enough"), new DOMException("too late", "TimeoutError")]) {
    const stopping = new AbortController();
    const out = agent.sendUserMessage("go", { signal: stopping.signal });
    stopping.abort(reason);
    const events = await collect(out);
    assert.deepEqual(typesOf(events), ["canceled"]);
    assert.deepEqual(events[0]?.type === "canceled" && events[0].error, { code: "aborted", message: reason.message });
  }
  assert.equal(agent.status, "stopped");
});

test("S3-10, S3-35: an aborted signal cancels a message before any request", async () => {
  const { agent, model } = await agentOf(["Done."]);
  await using _ = agent;
  assert.deepEqual(typesOf(await collect(agent.sendUserMessage("go", { signal: AbortSignal.abort("no") }))), ["canceled"]);
  assert.equal(model.requests.length, 0);
});

test("S3-37: a second message during a run ends with an error on its own stream, and neither it nor its signal affects the first", async () => {
  const hold = Promise.withResolvers<void>();
  const { agent } = await agentOf([{ text: "Done.", hold: hold.promise }]);
  await using _ = agent;
  const first = agent.sendUserMessage("first");
  const [refused] = await collect(agent.sendUserMessage("second", { signal: AbortSignal.abort() }));
  assert.equal(refused?.type === "error" && refused.error.code, "session_busy");
  hold.resolve();
  assert.deepEqual(typesOf(await collect(first)), ["assistant_text", "assistant_turn_complete", "done_success"]);
});

test("S3-36, S3-41, S3-42: turns and status are readable during a run", async () => {
  const hold = Promise.withResolvers<void>();
  const { agent } = await agentOf([sayCalls("a"), { text: "Done.", hold: hold.promise }]);
  await using _ = agent;
  assert.deepEqual([agent.status, agent.turns], ["stopped", []]);
  let during: readonly string[] = [];
  for await (const event of agent.sendUserMessage("go")) {
    if (event.type !== "tool_complete") continue;
    const { turns } = agent;
    during = turns.map(({ role }) => role);
    assert.equal(agent.status, "running");
    hold.resolve();
  }
  assert.deepEqual(during, ["user", "assistant", "tool"]);
  assert.deepEqual([agent.status, agent.turns.length], ["stopped", 4]);
});

test("S3-35: a reader that stops early does not stop the run", async () => {
  const { agent } = await agentOf([sayCalls("a"), "Done."]);
  await using _ = agent;
  for await (const { type } of agent.sendUserMessage("go")) if (type === "tool_call") break;
  while (agent.status === "running") await new Promise((resolve) => setImmediate(resolve));
  assert.equal(agent.turns.map(textOf).at(-1), "Done.");
});

test("an agent runs without a reader", async () => {
  const { agent } = await agentOf([sayCalls("a"), "Done."]);
  await using _ = agent;
  const out = agent.sendUserMessage("go");
  while (agent.status === "running") await new Promise((resolve) => setImmediate(resolve));
  assert.equal(agent.turns.length, 4);
  assert.equal((await collect(out)).at(-1)?.type, "done_success");
});

test("S3-43, S3-44, S3-46: sums usage over responses, and reports the context usage in percent and tokens", async () => {
  const usage = { input: 40_000, output: 10_000 };
  const { agent } = await agentOf(
    [
      { calls: [{ name: "say", input: { text: "a" } }], usage },
      { text: "Done.", usage: { input: 60_000, output: 7_000 } },
    ],
    {
      info: { contextWindow: 200_000 },
    },
  );
  await using _ = agent;
  assert.equal(agent.contextUsagePercent, 0);
  await collect(agent.sendUserMessage("go"));
  assert.deepEqual([agent.tokenUsage.input, agent.tokenUsage.output], [100_000, 17_000]);
  assert.equal(agent.contextUsagePercent, 34);
  assert.deepEqual([agent.contextUsage.used, agent.contextUsage.window], [67_000, 200_000]);
});

test("S3-44: contextUsagePercent is 100 for an overfull window and 0 for an unknown one", async () => {
  const reply = { text: "Done.", usage: { input: 19_000, output: 2_000 } };
  const { contextWindow: _, ...unknown } = scriptedModel([]).info;
  for (const [info, percent] of [
    [{ ...unknown, contextWindow: 20_000 }, 100],
    [unknown, 0],
  ] as const) {
    await using agent = await newAgent({ ...scriptedModel([reply]), info }, "You are kind.", [], { cwd: "/" });
    await collect(agent.sendUserMessage("go"));
    assert.equal(agent.contextUsagePercent, percent);
  }
});

test("S3-04, S3-38: allows every call by default, and follows a policy", async () => {
  const tool = { ...say({ effect: "write" }), permissionRequests: () => [{ tool: "say", effect: "write" as const, subject: "a file" }] };
  const resultWith = async (options: Parameters<typeof newAgent>[3]): Promise<boolean | undefined> => {
    await using agent = await newAgent(scriptedModel([sayCalls("a"), "Done."]), "You are kind.", [tool], { cwd: "/", ...options });
    const events = await collect(agent.sendUserMessage("go"));
    const complete = events.find((event) => event.type === "tool_complete");
    return complete?.result.isError;
  };
  assert.equal(await resultWith({}), false);
  assert.equal(await resultWith({ policy: () => ({ verdict: "deny", reason: "no" }) }), true);
});

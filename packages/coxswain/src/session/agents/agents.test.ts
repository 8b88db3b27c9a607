import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { scriptedModel } from "../../model/index.ts";
import { agentTool, answerOf, delegate, delegates, replies } from "./agents.fixture.ts";

test("S3-17, S3-19: a tool spawns an agent and returns its answer", async () => {
  await using scene = await openScene({ script: replies({ go: delegates("How deep is it?") }), tools: [delegate()] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [delegate {"text":"How deep is it?"}]',
    "tool: How deep is it?",
    "assistant: go done",
  ]);
});

test("S3-17, S3-23: agents spawn agents, and each context has its agent's depth", async () => {
  const depths: unknown[] = [];
  const tool = agentTool(async (context, text) => {
    depths.push([text, context.agent.depth, context.agent.id === context.sessionId]);
    const agent = await context.spawn({});
    assert.equal(agent.depth, context.agent.depth + 1);
    return answerOf(agent, text);
  });
  const script = replies({ go: delegates("one"), one: delegates("two"), two: delegates("three") });
  await using scene = await openScene({ script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(depths, [
    ["one", 0, true],
    ["two", 1, true],
    ["three", 2, true],
  ]);
});

test("S3-24, S3-29, S3-32: an agent has its parent's tools and model, and its tool context lists them", async () => {
  const seen: unknown[] = [];
  const tool = agentTool(async (context, text) => {
    seen.push(context.tools.map(({ name }) => name));
    return text === "one" ? answerOf(await context.spawn({}), "two") : "no more";
  });
  const script = replies({ go: delegates("one"), two: delegates("three") });
  await using scene = await openScene({ script, tools: [sayTool(), tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(seen, [
    ["say", "delegate"],
    ["say", "delegate"],
  ]);
  assert.deepEqual(
    scene.model.requests.map(({ tools }) => tools.map(({ name }) => name)),
    Array.from({ length: 4 }, () => ["delegate", "say"]),
  );
});

test("S3-25: an agent has its own prompt, tools, model and thinking", async () => {
  const other = scriptedModel(["Hm."], { info: { reference: "scripted/other" } });
  const own = sayTool({ name: "sound" });
  const setup = {
    systemPrompt: "You sound depths.",
    instructions: "Be brief.",
    tools: ["say", own],
    model: other,
    thinking: "high" as const,
  };
  await using scene = await openScene({ script: replies({ go: delegates("one") }), tools: [sayTool(), delegate(setup)] });
  await scene.session.prompt("go").outcome;
  const [request] = other.requests;
  assert.deepEqual(
    request?.tools.map(({ name }) => name),
    ["say", "sound"],
  );
  assert.equal(request?.thinking, "high");
  const system = JSON.stringify(request?.system);
  assert.match(system, /You sound depths\..*Be brief\./);
  assert.equal(scene.model.requests.length, 2);
});

test("an agent's descendants inherit a tool that was passed to it as an object", async () => {
  const received: string[] = [];
  const own = sayTool({
    name: "sound",
    run: async ({ text }) => {
      received.push(text);
      return { content: [{ type: "text", text }] };
    },
  });
  const tool = agentTool(async (context, text) =>
    answerOf(await context.spawn(context.agent.depth === 0 ? { tools: ["delegate", own] } : {}), text),
  );
  const script = replies({ go: delegates("one"), one: delegates("two"), two: { calls: [{ name: "sound", input: { text: "deep" } }] } });
  await using scene = await openScene({ script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(received, ["deep"]);
});

test("S3-27: agents of one call work at the same time", async () => {
  const all = Promise.withResolvers<void>();
  let working = 0;
  const tool = agentTool(async (context) => {
    const agents = await Promise.all(["a", "b", "c"].map(() => context.spawn({})));
    return (await Promise.all(agents.map((agent, at) => answerOf(agent, `agent ${at}`)))).join(", ");
  });
  const answers = replies({ go: delegates("three") });
  await using scene = await openScene({
    tools: [tool],
    async script(request, turn) {
      const answer = typeof answers === "function" ? await answers(request, turn) : "";
      if (typeof answer !== "string" || !answer.startsWith("agent")) return answer;
      working += 1;
      if (working === 3) all.resolve();
      return { text: answer, hold: all.promise };
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: agent 0, agent 1, agent 2");
});

test("a busy agent rejects a second prompt and completes its first", async () => {
  const hold = Promise.withResolvers<void>();
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({});
    const first = answerOf(agent, "first");
    const second = await agent.prompt("second").outcome;
    hold.resolve();
    return `${await first}, ${second.kind === "failed" ? second.error.code : second.kind}, ${await answerOf(agent, "third")}`;
  });
  const script = replies({ go: delegates("x"), first: { text: "first", hold: hold.promise } });
  await using scene = await openScene({ script, tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: first, session_busy, third");
});

test("spawn rejects an invalid agent setup", async () => {
  const codes: unknown[] = [];
  const tool = agentTool(async (context) => {
    for (const setup of [{ model: "nobody/nothing" }, { budget: { usd: -1 } }]) {
      await context.spawn(setup).catch((error: { code?: string }) => codes.push(error.code));
    }
    return "none";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(codes, ["unknown_model", "budget"]);
  assert.ok(!scene.session.entries.some(({ type }) => type === "agent_start"));
});

test("spawn rejects options of a wrong type as create does, and creates no session", async () => {
  const wrong: readonly object[] = [
    { name: 5 },
    { model: 5 },
    { model: {} },
    { thinking: 1 },
    { systemPrompt: null },
    { instructions: 5 },
    { tools: "say" },
    { tools: [5] },
    { tools: [{ name: "say" }] },
    { cwd: 5 },
    { maxTurns: "3" },
    { maxTurns: NaN },
    { budget: 5 },
  ];
  const messages: string[] = [];
  const tool = agentTool(async (context) => {
    for (const setup of wrong) {
      await assert.rejects(context.spawn(setup), (error) => {
        assert.ok(error instanceof TypeError);
        messages.push(error.message);
        return true;
      });
    }
    return "none";
  });
  await using scene = await openScene({ script: [delegates("go"), "done"], tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.equal(messages.length, wrong.length, transcript(scene.session).join("\n"));
  for (const [at, message] of messages.entries())
    assert.match(message, new RegExp(`^Invalid \`${Object.keys(wrong[at] ?? {}).join("")}\`: expected `));
  assert.equal((await Array.fromAsync(scene.runtime.list({ agents: true }))).length, 1);
});

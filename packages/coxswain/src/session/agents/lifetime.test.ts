import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentRun, SubAgentScopeError, type ToolContext } from "../../loop/index.ts";
import { openScene, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, delegates, gathered, replies } from "./agents.fixture.ts";

const NEVER = new Promise<void>(() => {});

test("S3-20: when the tool returns, its agents are aborted and have ended before the call has", async () => {
  const runs: AgentRun[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({});
    const run = agent.prompt("hang");
    runs.push(run);
    for await (const event of run) if (event.type === "message_delta") break;
    return "off";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x"), hang: { text: "Hm", hold: NEVER } }), tools: [tool] });
  const { events } = gathered(scene.session);
  await scene.session.prompt("go").outcome;
  assert.deepEqual(await runs[0]?.outcome, { kind: "aborted", reason: "The call that the agent worked for has ended." });
  const told = events.map(({ type, agent }) => `${type} ${agent.depth}`);
  assert.ok(told.indexOf("run_end 1") < told.indexOf("agent_end 0"));
  assert.ok(told.indexOf("agent_end 0") < told.indexOf("tool_end 0"));
  assert.equal(transcript(scene.session)[2], "tool: off");
});

test("S3-20: when the tool throws, its agents are aborted too", async () => {
  const runs: AgentRun[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({});
    runs.push(agent.prompt("hang"));
    throw new Error("Leak!");
  });
  await using scene = await openScene({ script: replies({ go: delegates("x"), hang: { text: "Hm", hold: NEVER } }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.equal((await runs[0]?.outcome)?.kind, "aborted");
  assert.equal(transcript(scene.session)[2], "tool: !error Leak!");
});

test("S3-20, S3-35: an abort of the run ends the agents of all levels, and none is left behind", async () => {
  const tool = agentTool(async (context, text) => {
    const run = (await context.spawn({})).prompt(text);
    await run.outcome;
    return NEVER.then(() => "never");
  });
  const script = replies({ go: delegates("one"), one: delegates("hang"), hang: { text: "Hm", hold: NEVER } });
  await using scene = await openScene({ script, tools: [tool] });
  const { events } = gathered(scene.session);
  const run = scene.session.prompt("go");
  for await (const event of run) {
    if (event.type === "message_delta" && event.agent.depth === 2) scene.session.abort("Enough.");
  }
  const ends = events.filter((event) => event.type === "run_end").map(({ agent, outcome }) => [agent.depth, outcome]);
  const aborted = { kind: "aborted", reason: "Enough." };
  assert.deepEqual(ends, [
    [2, aborted],
    [1, aborted],
    [0, aborted],
  ]);
});

test("S3-21: what makes agents throws once its call is over", async () => {
  const contexts: ToolContext[] = [];
  const tool = agentTool(async (context) => {
    contexts.push(context);
    return "kept";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  await assert.rejects(contexts[0]?.spawn({}) ?? Promise.resolve(), SubAgentScopeError);
});

test("S3-21: an agent that was asked for in time and is made too late is nobody's", async () => {
  const late: Promise<unknown>[] = [];
  const tool = agentTool(async (context) => {
    late.push(context.spawn({}).catch((error: unknown) => error));
    return "gone";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.ok((await late[0]) instanceof SubAgentScopeError);
});

test("an agent that is closed by its tool takes nothing more, and the others work on", async () => {
  const tool = agentTool(async (context) => {
    const [one, other] = [await context.spawn({}), await context.spawn({})];
    await one.close();
    await one.close();
    const outcomes = await Promise.all([one.prompt("x").outcome, other.prompt("y").outcome]);
    return outcomes.map((outcome) => (outcome.kind === "failed" ? outcome.error.code : outcome.kind)).join(" ");
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: closed done");
});

test("closing a session, or the runtime, closes the agents that work for it", async () => {
  for (const what of ["session", "runtime"] as const) {
    const ids: string[] = [];
    const runs: AgentRun[] = [];
    const begun = Promise.withResolvers<void>();
    const tool = agentTool(async (context) => {
      const agent = await context.spawn({});
      ids.push(agent.id);
      runs.push(agent.prompt("hang"));
      begun.resolve();
      return NEVER.then(() => "never");
    });
    await using scene = await openScene({ script: replies({ go: delegates("x"), hang: { text: "Hm", hold: NEVER } }), tools: [tool] });
    const run = scene.session.prompt("go");
    await begun.promise;
    await scene[what].close();
    assert.equal((await run.outcome).kind, "aborted");
    assert.notEqual((await runs[0]?.outcome)?.kind, "done");
    if (what === "session") assert.equal((await scene.runtime.open(ids[0] ?? "")).status, "idle");
  }
});

test("an agent's session that is opened while it works is the same, and afterwards one like any", async () => {
  let same = false;
  let id = "";
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    id = agent.id;
    await agent.prompt(text).outcome;
    const [opened, again] = await Promise.all([scene.runtime.open(id), scene.runtime.open(id)]);
    same = opened === again && opened.state.usage.total === agent.usage;
    return "known";
  });
  const scene = await openScene({ script: replies({ go: delegates("work") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.ok(same);
  const later = await scene.runtime.open(id);
  const run = later.prompt("more");
  const depths = new Set<number>();
  for await (const { agent } of run) depths.add(agent.depth);
  assert.deepEqual([...depths], [0]);
  assert.deepEqual(transcript(later), ["user: work", "assistant: work", "user: more", "assistant: more"]);
  await scene.runtime.close();
});

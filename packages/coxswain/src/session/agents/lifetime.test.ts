import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentRun, SubAgentScopeError, type ToolContext } from "../../loop/index.ts";
import { openScene, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, delegates, gathered, replies } from "./agents.fixture.ts";

const NEVER = new Promise<void>(() => {});

test("S3-20: when the tool returns, its agents are aborted and end before the call", async () => {
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
  const emitted = events.map(({ type, agent }) => `${type} ${agent.depth}`);
  assert.ok(emitted.indexOf("run_end 1") < emitted.indexOf("agent_end 0"));
  assert.ok(emitted.indexOf("agent_end 0") < emitted.indexOf("tool_end 0"));
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

test("S3-20, S3-35: aborting the run aborts the agents of all levels", async () => {
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

test("S3-21: spawn rejects after its call has ended", async () => {
  const contexts: ToolContext[] = [];
  const tool = agentTool(async (context) => {
    contexts.push(context);
    return "saved";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  await assert.rejects(contexts[0]?.spawn({}) ?? Promise.resolve(), SubAgentScopeError);
});

test("S3-21: spawn rejects if the call ends before the agent is ready", async () => {
  const late: Promise<unknown>[] = [];
  const tool = agentTool(async (context) => {
    late.push(context.spawn({}).catch((error: unknown) => error));
    return "done";
  });
  await using scene = await openScene({ script: replies({ go: delegates("x") }), tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.ok((await late[0]) instanceof SubAgentScopeError);
});

test("an agent closed by its tool rejects prompts, and the other agents continue", async () => {
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

test("closing a session or the runtime closes its agents", async () => {
  for (const target of ["session", "runtime"] as const) {
    const ids: string[] = [];
    const runs: AgentRun[] = [];
    const started = Promise.withResolvers<void>();
    const tool = agentTool(async (context) => {
      const agent = await context.spawn({});
      ids.push(agent.id);
      runs.push(agent.prompt("hang"));
      started.resolve();
      return NEVER.then(() => "never");
    });
    await using scene = await openScene({ script: replies({ go: delegates("x"), hang: { text: "Hm", hold: NEVER } }), tools: [tool] });
    const run = scene.session.prompt("go");
    await started.promise;
    await scene[target].close();
    assert.equal((await run.outcome).kind, "aborted");
    assert.notEqual((await runs[0]?.outcome)?.kind, "done");
    if (target === "session") assert.equal((await scene.runtime.open(ids[0] ?? "")).status, "idle");
  }
});

test("opening a working agent's session returns the live session; later it is an ordinary session", async () => {
  let same = false;
  let id = "";
  const tool = agentTool(async (context, text) => {
    const agent = await context.spawn({});
    id = agent.id;
    await agent.prompt(text).outcome;
    const [opened, again] = await Promise.all([scene.runtime.open(id), scene.runtime.open(id)]);
    same = opened === again && opened.state.usage.total === agent.usage;
    return "opened";
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "../../runtime/runtime.fixture.ts";
import type { Event } from "../../journal/index.ts";
import { agentTool, delegate, delegates, gathered, replies } from "./agents.fixture.ts";

const TWO_LEVELS = replies({ go: delegates("one"), one: delegates("two") });

/** Events of the root and its descendants: one agent at depth 1, one at depth 2. */
const eventsOfTwoLevels = async () => {
  await using scene = await openScene({ script: TWO_LEVELS, tools: [delegate({ name: "helper" })] });
  const session = gathered(scene.session);
  const ofRuntime: Event[] = [];
  const runtime = (async () => {
    for await (const event of scene.runtime.events()) ofRuntime.push(event);
  })();
  const run = scene.session.prompt("go");
  const ofRun: Event[] = [];
  for await (const event of run) ofRun.push(event);
  await scene.runtime.close();
  await Promise.all([session.done, runtime]);
  return { id: scene.session.id, ofSession: session.events, ofRuntime, ofRun };
};

test("S3-18, S3-26, S3-33: the session and its run emit the events of agents, each with its agent", async () => {
  const { id, ofSession, ofRun } = await eventsOfTwoLevels();
  for (const events of [ofSession, ofRun]) {
    const agents = [...new Map(events.map(({ agent }) => [agent.id, agent])).values()].toSorted((one, other) => one.depth - other.depth);
    const [root, first, second] = agents;
    assert.equal(agents.length, 3);
    assert.deepEqual(root, { id, depth: 0 });
    assert.deepEqual(first, { id: first?.id, depth: 1, parent: id });
    assert.deepEqual(second, { id: second?.id, depth: 2, parent: first?.id });
    assert.ok(events.every((event) => event.sessionId === event.agent.id));
  }
});

test("the runtime, the session and the run each emit an event once", async () => {
  const { ofSession, ofRuntime, ofRun } = await eventsOfTwoLevels();
  for (const events of [ofSession, ofRuntime, ofRun]) assert.equal(new Set(events).size, events.length);
  const emitted = new Set(ofRuntime);
  assert.ok(ofSession.every((event) => emitted.has(event)));
});

test("an agent's events come between agent_start and agent_end, in the order of its log", async () => {
  const { ofSession } = await eventsOfTwoLevels();
  for (const start of ofSession.filter((event) => event.type === "agent_start")) {
    const own = ofSession.filter(({ sessionId }) => sessionId === start.child.id);
    const end = ofSession.findIndex((event) => event.type === "agent_end" && event.child.id === start.child.id);
    assert.equal(start.name, "helper");
    assert.equal(start.callId, start.agent.depth === 0 ? "call_1" : "call_2");
    assert.ok(ofSession.indexOf(start) < ofSession.indexOf(own[0] ?? start));
    assert.ok(ofSession.indexOf(own.at(-1) ?? start) < end);
    const seqs = own.map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      seqs.toSorted((one, other) => one - other),
    );
    assert.equal(own.filter(({ type }) => type === "run_end").length, 1);
  }
});

test("S3-26: an agent's run emits its own and its descendants' events, not its parent's", async () => {
  const depths = new Set<number>();
  const tool = agentTool(async (context, text) => {
    const run = (await context.spawn({})).prompt(text);
    for await (const event of run) if (context.agent.depth === 0) depths.add(event.agent.depth);
    return (await run.outcome).kind;
  });
  await using scene = await openScene({ script: TWO_LEVELS, tools: [tool] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual([...depths], [1, 2]);
});

test("entries record which agents worked for a session, for which call, and their outcome", async () => {
  await using scene = await openScene({ script: replies({ go: delegates("one") }), tools: [delegate({ name: "helper" })] });
  await scene.session.prompt("go").outcome;
  const facts = scene.session.entries.filter(({ type }) => type.startsWith("agent_") && type !== "agent_usage");
  const [start, end] = facts.map(({ seq: _seq, id: _id, parent: _parent, at: _at, ...fact }) => fact as { readonly agent?: string });
  assert.deepEqual(start, { type: "agent_start", agent: start?.agent, name: "helper", call: "call_1" });
  assert.deepEqual(end, { type: "agent_end", agent: start?.agent, outcome: { kind: "done" } });
});

test("the past events of a session exclude its agents' events", async () => {
  await using scene = await openScene({ script: TWO_LEVELS, tools: [delegate()] });
  await scene.session.prompt("go").outcome;
  const events = await Array.fromAsync(scene.session.events({ after: -1, live: false }));
  assert.ok(events.every(({ agent }) => agent.depth === 0));
});

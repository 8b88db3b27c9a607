import assert from "node:assert/strict";
import { test } from "node:test";
import { HOOK_EVENTS, type Hook, hookRegistry } from "../../hooks/index.ts";
import { isMessage } from "../../loop/index.ts";
import { fixedModels, scriptedModel, textOf } from "../../model/index.ts";
import { allowAll } from "../../policy/index.ts";
import { createRuntime } from "../../runtime/index.ts";
import { openScene, callSay, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, answerOf, delegate, delegates, replies } from "../agents/agents.fixture.ts";
import { storeCutAt, storedIn } from "../../runtime/crash.fixture.ts";

test("hooks run in sub-agents, with the agent's depth and parent", async () => {
  const received: (readonly [string, number, string | undefined])[] = [];
  const hooks = HOOK_EVENTS.map((event): Hook => ({
    event,
    name: event,
    run: ({ agent }: { readonly agent: { readonly depth: number; readonly parent?: string } }) =>
      void received.push([event, agent.depth, agent.parent]),
  }));
  await using scene = await openScene({ script: replies({ go: delegates("one") }), tools: [delegate()], hooks });
  await scene.session.prompt("go").outcome;
  const { id } = scene.session;
  const inSub = received.filter(([, depth]) => depth === 1);
  assert.deepEqual(
    inSub.map(([event]) => event),
    ["before_run", "turn_start", "post_message", "turn_end", "run_end"],
  );
  assert.ok(inSub.every(([, , parent]) => parent === id));
  assert.ok(received.some(([event, depth]) => event === "pre_tool" && depth === 0));
});

test("a hook denies calls of sub-agents", async () => {
  const gate: Hook = { event: "pre_tool", name: "gate", tools: ["say"], run: () => ({ deny: "this project is quiet" }) };
  const say = sayTool({ run: () => assert.fail("it must not run") });
  const seen: string[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ tools: [say] });
    return answerOf(agent, "speak");
  });
  const script = replies({ go: delegates("x"), speak: callSay("hello") });
  await using scene = await openScene({ script, tools: [tool, say], hooks: [gate] });
  const events = scene.session.events();
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  for await (const event of events) if (event.type === "hook_block") seen.push(`${event.agent.depth} ${event.what}`);
  assert.deepEqual(seen, ["1 call"]);
});

/** Reopens a session in another process, with `hooks`, after a kill at the given number of entries. */
const interrupted = async (length: (types: readonly string[]) => number, hooks: readonly Hook[], script: readonly string[]) => {
  const first = await openScene({
    script: [callSay("a"), "done"],
    tools: [sayTool({ effect: "write" })],
    hooks: [{ event: "before_run", name: "words", run: () => ({ system: "Answer in French." }) }],
  });
  await first.session.prompt("one").outcome;
  const { id } = first.session;
  await first.runtime.close();
  const stored = await storedIn(first.store, id);
  const store = await storeCutAt(first.store, id, length(stored.map(({ type }) => type)));
  const model = scriptedModel(script);
  const runtime = createRuntime({
    store,
    models: fixedModels(model),
    tools: [sayTool({ effect: "write" })],
    policy: allowAll(),
    hooks: hookRegistry(hooks),
  });
  return { model, session: await runtime.open(id), [Symbol.asyncDispose]: () => runtime.close() };
};

test("a resumed run skips before_run hooks and preserves their system prompt", async () => {
  const received: string[] = [];
  const hooks = HOOK_EVENTS.map((event): Hook => ({ event, name: event, run: () => void received.push(event) }));
  await using scene = await interrupted((types) => types.indexOf("tool_start") + 1, hooks, ["done", "three"]);
  const resumed = scene.session.resume() ?? assert.fail("nothing to resume");
  assert.equal((await resumed.outcome).kind, "done");
  assert.deepEqual(received, ["post_tool", "turn_end", "turn_start", "post_message", "turn_end", "run_end"]);
  const texts = scene.session.entries.filter(isMessage).map(({ message }) => textOf(message));
  assert.ok(!texts.some((text) => text.includes("holds no more")));
  assert.equal(scene.model.requests[0]?.system.at(-1), "Answer in French.");
  assert.doesNotMatch(JSON.stringify(scene.model.requests[0]?.messages), /holds no more/);

  await scene.session.prompt("three").outcome;
  assert.match(JSON.stringify(scene.model.requests[1]?.messages), /The section \\"run\\" no longer applies/);
});

test("hooks are not asked about an interrupted call, which does not run again", async () => {
  const gate: Hook = { event: "pre_tool", name: "gate", run: () => assert.fail("asked") };
  await using scene = await interrupted((types) => types.indexOf("tool_start") + 1, [gate], ["done"]);
  await scene.session.resume()?.outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !interrupted/);
});

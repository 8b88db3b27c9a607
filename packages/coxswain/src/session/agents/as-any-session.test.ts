import assert from "node:assert/strict";
import { test } from "node:test";
import { isCompaction } from "../../context/index.ts";
import { isMessage, type SubAgent, textResult } from "../../loop/index.ts";
import { ModelError, textOf } from "../../model/index.ts";
import { openScene, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, answerOf, delegate, delegates, hasResult, toldIn } from "./agents.fixture.ts";

const clock = { sleep: () => Promise.resolve() };

test("an agent's request that fails for the moment is made again, with its parent's patience", async () => {
  let failures = 0;
  await using scene = await openScene({
    clock,
    retry: { tries: 2 },
    tools: [delegate()],
    script(request) {
      if (toldIn(request) !== "one") return hasResult(request) ? "done" : delegates("one");
      return (failures += 1) <= 2 ? { text: "so", error: new ModelError("transient", "Busy.") } : "one";
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: one");
});

test("an agent whose window is full is compacted, and what that took counts above", async () => {
  const agents: SubAgent[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ tools: [] });
    agents.push(agent);
    const said: string[] = [];
    for (const text of ["one", "two", "three", "four"]) said.push(await answerOf(agent, text));
    return said.join();
  });
  await using scene = await openScene({
    tools: [tool],
    compaction: { auto: "auto", keepTokens: 0 },
    script(request) {
      const told = toldIn(request);
      if (told === "go") return hasResult(request) ? "done" : delegates("x");
      return { text: `${told.slice(0, 5)} ${"so ".repeat(20)}`, usage: { input: told === "three" ? 190_000 : 100 }, cost: 1 };
    },
  });
  await scene.session.prompt("go").outcome;
  assert.ok(agents[0]?.entries.some(isCompaction));
  assert.equal(scene.session.state.cost, agents[0]?.cost);
  assert.equal(scene.session.state.cost, 5);
});

test("what a tool brings to an agent is masked as it is for its parent", async () => {
  const key = `ghp_${"a1B2".repeat(9)}`;
  const results: unknown[] = [];
  const find = sayTool({ name: "find", run: async () => textResult(`The key is ${key}.`) });
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ tools: ["find"] });
    await agent.prompt("one").outcome;
    results.push(...agent.entries.filter(isMessage).flatMap(({ message }) => (message.role === "tool" ? [textOf(message)] : [])));
    return "found";
  });
  await using scene = await openScene({
    tools: [tool, find],
    script(request) {
      if (hasResult(request)) return "done";
      return toldIn(request) === "one" ? { calls: [{ name: "find", input: { text: "key" } }] } : delegates("x");
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(results.length, 1);
  assert.equal(String(results[0]).includes(key), false);
});

test("an agent has no title of its own, and its session says whose it is", async () => {
  const states: unknown[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({});
    await agent.prompt("one").outcome;
    const { title, parent } = (await scene.runtime.open(agent.id)).state;
    states.push(title, parent?.session === scene.session.id, parent?.entry === context.messageId);
    return "one";
  });
  const scene = await openScene({
    tools: [tool],
    titles: true,
    title: "Depths",
    script: (request) => (toldIn(request) === "go" && !hasResult(request) ? delegates("x") : "done"),
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(states, [undefined, true, true]);
  await scene.runtime.close();
});

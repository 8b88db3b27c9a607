import assert from "node:assert/strict";
import { test } from "node:test";
import { isCompaction } from "../../context/index.ts";
import { isMessage, type SubAgent, textResult } from "../../loop/index.ts";
import { ModelError, textOf } from "../../model/index.ts";
import { openScene, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { agentTool, answerOf, delegate, delegates, hasResult, lastUserText } from "./agents.fixture.ts";

const clock = { sleep: () => Promise.resolve() };

test("retries an agent's transient failure with its parent's retry settings", async () => {
  let failures = 0;
  await using scene = await openScene({
    clock,
    retry: { tries: 2 },
    tools: [delegate()],
    script(request) {
      if (lastUserText(request) !== "one") return hasResult(request) ? "done" : delegates("one");
      return (failures += 1) <= 2 ? { text: "so", error: new ModelError("transient", "Busy.") } : "one";
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: one");
});

test("compacts an agent with a full context window and adds the cost to its parent", async () => {
  const agents: SubAgent[] = [];
  const tool = agentTool(async (context) => {
    const agent = await context.spawn({ tools: [] });
    agents.push(agent);
    const answers: string[] = [];
    for (const text of ["one", "two", "three", "four"]) answers.push(await answerOf(agent, text));
    return answers.join();
  });
  await using scene = await openScene({
    tools: [tool],
    compaction: { auto: "auto", keepTokens: 0 },
    script(request) {
      const prompt = lastUserText(request);
      if (prompt === "go") return hasResult(request) ? "done" : delegates("x");
      return { text: `${prompt.slice(0, 5)} ${"so ".repeat(20)}`, usage: { input: prompt === "three" ? 190_000 : 100 }, cost: 1 };
    },
  });
  await scene.session.prompt("go").outcome;
  assert.ok(agents[0]?.entries.some(isCompaction));
  assert.equal(scene.session.state.cost, agents[0]?.cost);
  assert.equal(scene.session.state.cost, 5);
});

test("masks secrets in an agent's tool results", async () => {
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
      return lastUserText(request) === "one" ? { calls: [{ name: "find", input: { text: "key" } }] } : delegates("x");
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(results.length, 1);
  assert.equal(String(results[0]).includes(key), false);
});

test("an agent's session has no title and names its parent session and message", async () => {
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
    script: (request) => (lastUserText(request) === "go" && !hasResult(request) ? delegates("x") : "done"),
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(states, [undefined, true, true]);
  await scene.runtime.close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../../context/index.ts";
import { fixedModels, ModelError, scriptedModel } from "../../model/index.ts";
import { says, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { say, task, taskScene } from "./tasks.fixture.ts";

const agent = (name: string, more: Partial<AgentDefinition> = {}): AgentDefinition => ({
  name,
  description: `Does ${name}.`,
  prompt: `You do ${name}.`,
  origin: "user",
  ...more,
});

test("decision 22: a task is worked on by an agent of its own, whose last message is the result", async () => {
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a")] }, "It is two fathoms deep."], a: [says("look"), "Two fathoms."] },
    tools: [sayTool()],
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: go",
    'assistant: [task {"description":"a","prompt":"a"}]',
    "tool: Two fathoms.",
    "assistant: It is two fathoms deep.",
  ]);
  const result = scene.events.find((event) => event.type === "tool_end" && event.agent.depth === 0);
  assert.ok(result?.type === "tool_end");
  const details = result.result.details as {
    readonly agent: string;
    readonly usage: object;
    readonly name: string;
    readonly ending: string;
  };
  assert.deepEqual([details.name, details.ending, typeof details.usage], ["general", "done", "object"]);
  assert.equal(scene.events.find(({ agent: { depth } }) => depth === 1)?.sessionId, details.agent);
});

test("S3-27: the tasks of one response are worked on at the same time", async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const meet = sayTool({
    run: async ({ text }) => {
      if (++begun === 2) both.resolve();
      await both.promise;
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a"), task("b")] }, "done"], a: [says("a"), "A."], b: [says("b"), "B."] },
    tools: [meet],
    toolExecution: "parallel",
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["A.", "B."]);
});

test("S3-25: an agent of a file's has its prompt, and of the tools that its parent has those that it names", async () => {
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a", { agent: "review" })] }], a: ["A."] },
    agents: [agent("review", { tools: ["say", "secret", "task"], without: ["task"] })],
    tools: [sayTool(), sayTool({ name: "other" }), sayTool({ name: "secret" })],
  });
  await scene.session.set({ tools: ["say", "other", "task"] });
  await scene.session.prompt("go").outcome;
  const [request] = scene.asked("a");
  assert.equal(request?.system[0], "You do review.");
  assert.ok(request?.system[1]?.startsWith("You work on one task for another agent"));
  assert.deepEqual(
    request?.tools.map(({ name }) => name),
    ["say"],
  );
});

test("S3-25: an agent that may not edit, or not write, has no patches either", async () => {
  for (const refused of ["edit", "write"]) {
    await using scene = await taskScene({
      says: { go: [{ calls: [task("a", { agent: "review" })] }], a: ["A."] },
      agents: [agent("review", { without: [refused, "task", "task_output", "task_stop"] })],
      tools: ["read", "apply_patch", refused].map((name) => sayTool({ name })),
    });
    await scene.session.prompt("go").outcome;
    assert.deepEqual(
      scene.asked("a")[0]?.tools.map(({ name }) => name),
      ["read"],
    );
  }
});

test("the model is told which agents there are, in the same bytes each time", async () => {
  await using scene = await taskScene({
    says: { go: [says("a"), "done"] },
    agents: [agent("review", { description: "Reviews\n  a change.", tools: ["read"] })],
    tools: [sayTool()],
  });
  await scene.session.prompt("go").outcome;
  const [first, second] = scene.asked("go").map(({ tools }) => tools.find(({ name }) => name === "task")?.description);
  assert.ok(first?.includes("\n- review: Reviews a change. (tools: read)"));
  assert.match(first ?? "", /\n- general: .*\n- explore: /);
  assert.equal(second, first);
});

test("an agent that there is not is an error that names the nearest", async () => {
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a", { agent: "reveiw" })] }, { calls: [task("a", { agent: "x" })] }] },
    agents: [agent("review")],
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), [
    "!There is no agent reveiw. Did you mean review?",
    "!There is no agent x. Agents are general, explore, review.",
  ]);
});

test("what becomes of a task that does not come to its end is an error that says why, and what it said last", async () => {
  await using scene = await taskScene({
    says: {
      go: [{ calls: [task("fails"), task("stops")] }, "done"],
      fails: [{ text: "I looked.", calls: [say("look")] }, { error: new ModelError("auth", "The key is missing.") }],
      stops: [
        { text: "Once more.", calls: [say("again")] },
        says("again"),
        says("again"),
        says("again"),
        says("again"),
        says("again"),
        says("again"),
      ],
    },
    tools: [sayTool()],
  });
  await scene.session.prompt("go").outcome;
  const [failed, stopped] = scene.results();
  assert.equal(failed, "!It failed: The key is missing.\n\nWhat it said last:\nI looked.");
  assert.match(stopped ?? "", /^!It did not come to its end: .*\n\nWhat it said last:\nOnce more\.$/);
});

test("decision 22, S3-23: agents have agents down to the third level, and no further", async () => {
  await using scene = await taskScene({
    says: {
      go: [{ calls: [task("one")] }, "done"],
      one: [{ calls: [task("two")] }, "1"],
      two: [{ calls: [task("three")] }, "2"],
      three: [{ calls: [task("four")] }, "3"],
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(scene.asked("four").length, 0);
  const refused = scene.asked("three")[1]?.messages.at(-1);
  assert.ok(refused?.role === "tool" && refused.isError);
  assert.match(JSON.stringify(refused.content), /You are an agent of level 3 yourself/);
});

test("an agent's own model answers for it; where it cannot be had its parent's does, which is said", async () => {
  const small = scriptedModel(["Small."], { info: { reference: "test/haiku-9", provider: "test", id: "haiku-9", name: "Haiku 9" } });
  await using scene = await taskScene({
    says: { go: [{ calls: [task("a", { agent: "quick" }), task("b", { agent: "lost" })] }], b: ["B."] },
    agents: [agent("quick", { model: "haiku" }), agent("lost", { model: "sonnet" })],
    models: (model) => fixedModels(model, small),
  });
  await scene.session.prompt("go").outcome;
  const [quick, lost] = scene.results();
  assert.equal(quick, "Small.");
  assert.match(lost ?? "", /^B\.\n\nThe agent lost wants the model sonnet, which could not be had; yours answered\. /);
});

test("an empty prompt is none", async () => {
  await using scene = await taskScene({ says: { go: [{ calls: [task(" ")] }] } });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["!The prompt is empty: say what is to be done."]);
});

test("without tasks a session has none of their tools", async () => {
  await using scene = await taskScene({ says: { go: ["done"] }, tasks: undefined });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.asked("go")[0]?.tools, []);
});

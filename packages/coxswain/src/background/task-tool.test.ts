import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDefinition } from "../context/index.ts";
import { fixedModels, ModelError, scriptedModel } from "../model/index.ts";
import { callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { say, task, taskScene } from "../runtime/tasks.fixture.ts";

const agent = (name: string, more: Partial<AgentDefinition> = {}): AgentDefinition => ({
  name,
  description: `Does ${name}.`,
  prompt: `You do ${name}.`,
  origin: "user",
  ...more,
});

test("decision 22: a separate agent works on a task, and its last message is the result", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a")] }, "It is two fathoms deep."], a: [callSay("look"), "Two fathoms."] },
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

test("S3-27: runs the tasks of one response in parallel", async () => {
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
    replies: { go: [{ calls: [task("a"), task("b")] }, "done"], a: [callSay("a"), "A."], b: [callSay("b"), "B."] },
    tools: [meet],
    toolExecution: "parallel",
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["A.", "B."]);
});

test("S3-25: an agent from a file has its own prompt, and those of its parent's tools that it names", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a", { agent: "review" })] }], a: ["A."] },
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

test("S3-25: an agent without edit or write has no apply_patch", async () => {
  for (const refused of ["edit", "write"]) {
    await using scene = await taskScene({
      replies: { go: [{ calls: [task("a", { agent: "review" })] }], a: ["A."] },
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

test("lists the agents in the tool's description, in the same bytes each time", async () => {
  await using scene = await taskScene({
    replies: { go: [callSay("a"), "done"] },
    agents: [agent("review", { description: "Reviews\n  a change.", tools: ["read"] })],
    tools: [sayTool()],
  });
  await scene.session.prompt("go").outcome;
  const [first, second] = scene.asked("go").map(({ tools }) => tools.find(({ name }) => name === "task")?.description);
  assert.ok(first?.includes("\n- review: Reviews a change. (tools: read)"));
  assert.match(first ?? "", /\n- general: .*\n- explore: /);
  assert.equal(second, first);
});

test("an unknown agent is an error that suggests the nearest name", async () => {
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a", { agent: "reveiw" })] }, { calls: [task("a", { agent: "x" })] }] },
    agents: [agent("review")],
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["!No agent reveiw. Did you mean review?", "!No agent x. Agents: general, explore, review."]);
});

test("the result of a task that does not finish is an error with the reason and the last message", async () => {
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [task("fails"), task("stops")] }, "done"],
      fails: [{ text: "I looked.", calls: [say("look")] }, { error: new ModelError("auth", "The key is missing.") }],
      stops: [
        { text: "Once more.", calls: [say("again")] },
        callSay("again"),
        callSay("again"),
        callSay("again"),
        callSay("again"),
        callSay("again"),
        callSay("again"),
      ],
    },
    tools: [sayTool()],
  });
  await scene.session.prompt("go").outcome;
  const [failed, stopped] = scene.results();
  assert.equal(failed, "!It failed: The key is missing.\n\nIts last message:\nI looked.");
  assert.match(stopped ?? "", /^!It did not finish: .*\n\nIts last message:\nOnce more\.$/);
});

test("decision 22, S3-23: refuses sub-agents below the third level", async () => {
  await using scene = await taskScene({
    replies: {
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
  assert.match(JSON.stringify(refused.content), /You are a sub-agent of level 3/);
});

test("an agent uses its own model, or its parent's with a note if that is not available", async () => {
  const small = scriptedModel(["Small."], { info: { reference: "test/haiku-9", provider: "test", id: "haiku-9", name: "Haiku 9" } });
  await using scene = await taskScene({
    replies: { go: [{ calls: [task("a", { agent: "quick" }), task("b", { agent: "lost" })] }], b: ["B."] },
    agents: [agent("quick", { model: "haiku" }), agent("lost", { model: "sonnet" })],
    models: (model) => fixedModels(model, small),
  });
  await scene.session.prompt("go").outcome;
  const [quick, lost] = scene.results();
  assert.equal(quick, "Small.");
  assert.match(lost ?? "", /^B\.\n\nThe agent lost requires the model sonnet, which is not available; it used yours\. /);
});

test("rejects an empty prompt", async () => {
  await using scene = await taskScene({ replies: { go: [{ calls: [task(" ")] }] } });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.results(), ["!The prompt is empty. Describe the task."]);
});

test("a session without tasks has no task tools", async () => {
  await using scene = await taskScene({ replies: { go: ["done"] }, tasks: undefined });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.asked("go")[0]?.tools, []);
});

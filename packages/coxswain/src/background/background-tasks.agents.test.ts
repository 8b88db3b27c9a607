import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptedModel } from "../model/index.ts";
import { callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { agentTool, answerOf } from "../session/agents/agents.fixture.ts";
import { inBackground, taskScene } from "../runtime/tasks.fixture.ts";

const recording = (inputs: string[]) =>
  sayTool({
    run: async ({ text }) => {
      inputs.push(text);
      return { content: [{ type: "text", text }] };
    },
  });

test("S3-29: a background task of an agent has the agent's tools, not the session's tools of the same names", async () => {
  const [ofSession, ofAgent]: [string[], string[]] = [[], []];
  const delegate = agentTool(async (context, text) => {
    const task = context.tools.find(({ name }) => name === "task");
    return answerOf(await context.spawn({ tools: [recording(ofAgent), ...(task === undefined ? [] : ["task"])] }), text);
  });
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [{ name: "delegate", input: { text: "a" } }] }, "I wait.", "Thanks."],
      a: [{ calls: [inBackground("b")] }, "A."],
      b: [callSay("deep"), "B."],
    },
    tools: [recording(ofSession), delegate],
    tasks: { awaited: true },
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual([ofSession, ofAgent], [[], ["deep"]]);
});

test("S3-32: a background task of an agent uses the agent's model by default", async () => {
  const other = scriptedModel((request) => (request.messages.at(-1)?.role === "tool" ? "A." : { calls: [inBackground("b")] }), {
    info: { reference: "scripted/other" },
  });
  const delegate = agentTool(async (context, text) => answerOf(await context.spawn({ model: other }), text));
  await using scene = await taskScene({
    replies: { go: [{ calls: [{ name: "delegate", input: { text: "a" } }] }, "I wait.", "Thanks."] },
    tools: [delegate],
    tasks: { awaited: true, depth: 2 },
  });
  await scene.session.prompt("go").outcome;
  const answered = scene.events.flatMap((event) => (event.type === "turn_start" && event.agent.depth === 2 ? [event.sessionId] : []));
  assert.ok(answered.length > 0);
  assert.equal(scene.asked("b").length, 0, "the session's model is not asked");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../model/index.ts";
import { openScene, says, sayTool, transcript } from "../../runtime/runtime.fixture.ts";

const task = (input: object): Reply => ({ calls: [{ name: "task", input: { description: "Look around", prompt: "Look.", ...input } }] });

test("decision 22: a task is worked on by an agent of its own, whose last message is the result", async () => {
  await using scene = await openScene({
    script: [task({}), says("a"), "Two fathoms.", "It is two fathoms deep."],
    tools: [sayTool()],
    tasks: {},
  });
  await scene.session.prompt("Ask how deep it is").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: Ask how deep it is",
    'assistant: [task {"description":"Look around","prompt":"Look."}]',
    "tool: Two fathoms.",
    "assistant: It is two fathoms deep.",
  ]);
});

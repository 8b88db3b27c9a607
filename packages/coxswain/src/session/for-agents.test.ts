import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { defineTool, textResult } from "../loop/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { questionTool } from "../tools/index.ts";

/** Has an agent work with what tools it has by default, or with these. */
const delegate = defineTool({
  name: "delegate",
  description: "Has an agent work.",
  inputSchema: z.object({ tools: z.array(z.string()).optional() }),
  effect: "read",
  async execute({ tools }, context) {
    const agent = await context.spawn(tools === undefined ? {} : { tools });
    return textResult((await agent.prompt("Work.").outcome).kind);
  },
});

test("a tool that is not for agents is told to the session's own model alone, also where an agent is to have it by name", async () => {
  const calls = [
    { name: "delegate", input: {} },
    { name: "delegate", input: { tools: ["say", "question"] } },
  ];
  const script = [{ calls }, "One.", "Two.", "Done."];
  const tools = [delegate, sayTool(), questionTool(async () => assert.fail("asked"))];
  await using scene = await openScene({ script, tools });
  await scene.session.prompt("Delegate.").outcome;
  assert.deepEqual(
    scene.model.requests.map((request) => request.tools.map(({ name }) => name)),
    [["delegate", "question", "say"], ["delegate", "say"], ["say"], ["delegate", "question", "say"]],
  );
});

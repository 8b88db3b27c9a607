import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { defineTool, textResult } from "../loop/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { questionTool } from "../tools/index.ts";

/** Prompts an agent with its default tools, or with the named tools. */
const delegate = defineTool({
  name: "delegate",
  description: "Delegates work to an agent.",
  inputSchema: z.object({ tools: z.array(z.string()).optional() }),
  effect: "read",
  async execute({ tools }, context) {
    const agent = await context.spawn(tools === undefined ? {} : { tools });
    return textResult((await agent.prompt("Work.").outcome).kind);
  },
});

test("a tool that is unavailable to sub-agents is offered only to the root, even if an agent's setup names it", async () => {
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

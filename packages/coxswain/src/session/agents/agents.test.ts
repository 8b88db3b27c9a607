import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { defineTool, textResult } from "../../loop/index.ts";
import { textOf } from "../../model/index.ts";
import { openScene, transcript } from "../../runtime/runtime.fixture.ts";

/** A tool that has an agent do what it is told. */
const ask = defineTool({
  name: "ask",
  description: "Asks an agent.",
  input: z.object({ text: z.string() }),
  effect: "read",
  async run({ text }, context) {
    const agent = await context.spawn({ name: "helper", systemPrompt: "You help.", tools: [] });
    const outcome = await agent.prompt(text).outcome;
    return textResult(outcome.kind === "done" ? textOf(outcome.reply) : outcome.kind);
  },
});

test("S3-17, S3-19: a tool makes an agent, whose answer is its result", async () => {
  const script = [{ calls: [{ name: "ask", input: { text: "How deep is it?" } }] }, "Two fathoms.", "It is two fathoms deep."];
  await using scene = await openScene({ script, tools: [ask] });
  await scene.session.prompt("Ask how deep it is").outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: Ask how deep it is",
    'assistant: [ask {"text":"How deep is it?"}]',
    "tool: Two fathoms.",
    "assistant: It is two fathoms deep.",
  ]);
});

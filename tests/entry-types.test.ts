import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, createRuntime, defineTool, fixedModels, memoryStore, scriptedModel, textResult } from "coxswain";
import { z } from "zod";

test("the type of an entry narrows it to its fields", async () => {
  const note = defineTool({
    name: "note",
    description: "Notes something.",
    inputSchema: z.object({}),
    effect: "write",
    execute: async () => textResult("Noted."),
  });
  const model = scriptedModel([{ calls: [{ name: "note", input: {} }] }, "Done."]);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [note], policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  await session.prompt("Go.").outcome;
  await session.shell("!!echo ahoy");
  const { entries } = session;

  const end = entries.findLast((entry) => entry.type === "run_end");
  assert.equal(end?.outcome.kind, "done");
  assert.equal(entries.find((entry) => entry.type === "run_start")?.run, end.run);
  const answer = entries.filter((entry) => entry.type === "message").find(({ message }) => message.role === "assistant");
  assert.equal(entries.find((entry) => entry.type === "tool_start")?.message, answer?.id);
  assert.deepEqual(
    entries.filter((entry) => entry.type === "shell").map(({ command, exitCode }) => [command, exitCode]),
    [["echo ahoy", 0]],
  );
  const others = ["branch_summary", "compaction", "leaf", "reset", "uncompact"];
  for (const type of others)
    assert.equal(
      entries.some((entry) => entry.type === type),
      false,
    );
});

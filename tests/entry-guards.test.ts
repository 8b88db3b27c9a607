import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allowAll,
  createRuntime,
  defineTool,
  fixedModels,
  isBranchSummary,
  isCompaction,
  isLeaf,
  isMessage,
  isReset,
  isRunEnd,
  isRunStart,
  isShell,
  isToolStart,
  isUncompact,
  memoryStore,
  scriptedModel,
  textResult,
} from "coxswain";
import { z } from "zod";

test("who reads a log knows by guards what its facts are, with their fields typed", async () => {
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

  assert.equal(entries.findLast(isRunEnd)?.outcome.kind, "done");
  assert.equal(entries.find(isRunStart)?.run, entries.find(isRunEnd)?.run);
  assert.equal(entries.find(isToolStart)?.message, entries.filter(isMessage).find(({ message }) => message.role === "assistant")?.id);
  assert.deepEqual(
    entries.filter(isShell).map(({ command, exitCode }) => [command, exitCode]),
    [["echo ahoy", 0]],
  );
  for (const guard of [isBranchSummary, isCompaction, isLeaf, isReset, isUncompact]) assert.equal(entries.some(guard), false);
});

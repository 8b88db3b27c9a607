import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { allowAll, createRuntime, fixedModels, jsonlStore, scriptedModel, textOf, standardSchema, textResult, type Tool } from "coxswain";
import { sessionIndex } from "coxswain/store";
import { sessionLines, withoutAgents, withAgents } from "./session-table.ts";

/** A tool that starts an agent with its own number minus one. */
const down: Tool = {
  name: "down",
  description: "Goes down.",
  inputSchema: standardSchema((value) => ({ value }), { type: "object" }),
  effect: "read",
  async execute(input, context) {
    const { depth } = input as { readonly depth: number };
    for (let count = 0; count < depth; count += 1) await (await context.spawn({})).prompt(String(depth - 1)).outcome;
    return textResult("down there");
  },
};

test("lists agents' sessions below their parent in order of creation", async () => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-with-agents-"));
  const model = scriptedModel(({ messages }) => {
    const [first] = messages;
    const levels = first === undefined ? 0 : Number(textOf(first));
    return messages.length > 1 || levels === 0 ? "done" : { calls: [{ name: "down", input: { depth: levels } }] };
  });
  await using runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), policy: allowAll(), tools: [down] });
  for (const depth of ["0", "2"]) {
    const session = await runtime.create({ model: model.info.reference, cwd: directory });
    await session.prompt(depth).outcome;
  }
  const index = sessionIndex({ directory });
  const sessions = await index.list();
  assert.equal(sessions.length, 2);
  const listed = await withAgents(index, sessions);
  assert.deepEqual(
    listed.map(({ session, depth }) => [depth, session.opening]),
    [
      [0, "2"],
      [1, "1"],
      [2, "0"],
      [1, "1"],
      [2, "0"],
      [0, "0"],
    ],
  );
  const created = listed.filter(({ depth }) => depth === 1).map(({ session }) => session.createdAt ?? 0);
  assert.ok((created[0] ?? 0) <= (created[1] ?? 0));
  const lines = sessionLines(listed, false).split("\n");
  assert.ok(lines[1]?.startsWith(`  ${listed[1]?.session.id.slice(-8)} `));
  assert.equal(sessionLines(withoutAgents(sessions), false).split("\n").length, 3);
  rmSync(directory, { recursive: true, force: true });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { UserCommands } from "./user-commands.ts";

test("a command that the user runs is stopped, and nothing is stopped afterwards", async () => {
  const model = scriptedModel([]);
  await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/usr" });
  const commands = new UserCommands();
  assert.equal(commands.stop(), false);
  const started = session.events({ types: ["shell_output"] });
  const ended = commands.run(session, "!echo started; exec sleep 1000");
  await started.next();
  assert.equal(commands.stop(), true);
  await ended;
  assert.equal(commands.stop(), false);
  await session.close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "../runtime/runtime.fixture.ts";

test("rejects a setup with a value of a wrong type, and accepts undefined values", async () => {
  const wrong: readonly object[] = [
    { model: undefined },
    { model: 5 },
    { instructions: 5 },
    { systemPrompt: null },
    { systemPrefix: {} },
    { title: 5 },
    { titles: "yes" },
    { tools: "say" },
    { tools: [5] },
    { thinking: 1 },
    { fallbackModels: "scripted/scripted" },
    { smallModel: [] },
    { maxTurns: "3" },
    { maxTurns: NaN },
    { budget: 5 },
    { temperature: "0" },
    { providerOptions: { openai: 5 } },
    { compaction: { keepTokens: "1" } },
    { compaction: "auto" },
    { retry: { tries: "many" } },
    { onDeny: true },
    { parent: 5 },
  ];
  await using scene = await openScene({ script: ["ok"] });
  const model = scene.model.info.reference;
  for (const fields of wrong) await assert.rejects(scene.runtime.create({ model, cwd: "/", ...fields }), TypeError, JSON.stringify(fields));
  await assert.rejects(scene.runtime.create({ model, instructions: 5 as never }), {
    message: "Invalid `instructions`: expected a string.",
  });
  const none = { instructions: undefined, compaction: { auto: "off", keepTokens: undefined }, retry: { tries: undefined } } as object;
  const session = await scene.runtime.create({ model, cwd: "/", ...none });
  assert.equal((await session.prompt("go").outcome).kind, "done");
});

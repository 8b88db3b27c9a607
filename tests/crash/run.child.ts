// A run with a call that has an effect and never returns. Prints a line when the call starts; the test then kills it.
import { appendFileSync } from "node:fs";
import { allowAll, createRuntime, defineTool, fixedModels, jsonlStore, scriptedModel, textResult } from "coxswain";
import { z } from "zod";

const [directory = "", cwd = "", effects = ""] = process.argv.slice(2);

const work = defineTool({
  name: "work",
  description: "Does one step.",
  inputSchema: z.object({ step: z.number() }),
  effect: "write",
  execute: async ({ step }) => {
    appendFileSync(effects, `${step}\n`);
    if (step === 1) return textResult("step 1 done");
    console.log("working");
    return new Promise(() => setInterval(() => {}, 60_000));
  },
});

const model = scriptedModel([{ text: "Two steps.", calls: [1, 2, 3].map((step) => ({ name: "work", input: { step } })) }]);
const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), tools: [work], policy: allowAll() });
const session = await runtime.create({ model: model.info.reference, cwd });
await session.prompt("Do the work.").outcome;

// Steering reaches the model at its next turn and skips calls that have not started. A follow-up waits for the end.
import { allowAll, createRuntime, defineTool, fixedModels, memoryStore, scriptedModel, textOf, textResult } from "coxswain";
import { history } from "coxswain/session";
import { z } from "zod";

const step = defineTool({
  name: "step",
  description: "Does one step of the work.",
  inputSchema: z.object({ number: z.number() }),
  effect: "read",
  execute: async ({ number }) => {
    if (number === 1) {
      session.steer("Stop: skip step 2.");
      session.followUp("When you are done, summarize your steps.");
    }
    return textResult(`step ${number} done`);
  },
});

const model = scriptedModel([
  { calls: [1, 2, 3].map((number) => ({ name: "step", input: { number } })) },
  { text: "I continue with step 3.", calls: [{ name: "step", input: { number: 3 } }] },
  "Done.",
  "I did steps 1 and 3.",
]);

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [step], policy: allowAll() });
const session = await runtime.create({ model: model.info.reference });
await session.prompt("Do the steps 1 to 3.").outcome;

for (const { message } of history(session)) console.log(`${message.role}: ${textOf(message)}`);

// A custom tool. The loop validates its arguments, and the policy judges its permission requests.
import { createRuntime, defineTool, fixedModels, memoryStore, scriptedModel, textResult } from "coxswain";
import { allowTools } from "coxswain/policy";
import { z } from "zod";

const roll = defineTool({
  name: "roll",
  description: "Rolls dice and gives the sum.",
  inputSchema: z.object({ dice: z.number().int().min(1).max(10) }),
  effect: "execute",
  permissionRequests: ({ dice }) => [{ tool: "roll", effect: "execute", subject: `${dice} dice` }],
  execute: async ({ dice }, context) => {
    context.progress(`rolling ${dice} dice`);
    return textResult(`The sum is ${dice * 4}.`);
  },
});

const model = scriptedModel([
  { text: "Let me roll.", calls: [{ name: "roll", input: { dice: "three" } }] },
  { calls: [{ name: "roll", input: { dice: 3 } }] },
  "You rolled a 12.",
]);

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [roll], policy: allowTools(["roll"]) });
const session = await runtime.create({ model: model.info.reference });

for await (const event of session.prompt("Roll three dice.")) {
  if (event.type === "tool_start") console.log("started:", JSON.stringify(event.call.input));
  if (event.type === "tool_end") console.log(event.result.isError ? "refused:" : "result:", event.result.content[0]);
  if (event.type === "part_end") console.log("model:", event.text);
}

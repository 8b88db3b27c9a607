// A structured answer: the schema gives the type, the model receives the validation errors and corrects the answer.
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { promptFor } from "coxswain/session";
import { z } from "zod";

const Voyage = z.object({
  from: z.string(),
  to: z.string(),
  legs: z.array(z.object({ port: z.string(), days: z.int().min(1) })).min(1),
});

const model = scriptedModel([
  'Here is the voyage:\n```json\n{ "from": "Bergen", "to": "Leith", "legs": [{ "port": "Lerwick", "days": "two" }] }\n```',
  '{ "from": "Bergen", "to": "Leith", "legs": [{ "port": "Lerwick", "days": 2 }, { "port": "Leith", "days": 3 }] }',
]);

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
const session = await runtime.create({ model: model.info.reference });

const { outcome, output } = await promptFor(session, "Plan a voyage from Bergen to Leith.", Voyage);
if (output === undefined) throw new Error(outcome.kind === "failed" ? outcome.error.message : outcome.kind);

const days = output.legs.reduce((sum, leg) => sum + leg.days, 0);
console.log(`${model.requests.length} requests`);
console.log(`${output.from} to ${output.to} by way of ${output.legs[0]?.port}: ${days} days`);

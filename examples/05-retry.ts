// The session retries an overloaded model, then switches to a fallback model. The message names the model that
// answered.
import { allowAll, createRuntime, fixedModels, memoryStore, ModelError, scriptedModel, textOf } from "coxswain";

const overloaded = { text: "Aho", error: new ModelError("transient", "The model is overloaded.") };
const model = scriptedModel([overloaded, overloaded, overloaded]);
const backup = scriptedModel(["Ahoy."], { info: { reference: "scripted/backup" } });

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model, backup), policy: allowAll() });
const session = await runtime.create({
  model: model.info.reference,
  fallbackModels: [backup.info.reference],
  retry: { tries: 2, baseMs: 10, jitter: false },
});

const run = session.prompt("Hello");
for await (const event of run) {
  if (event.type === "retry_start") console.log(`retry in ${event.delay} ms: ${event.error.message}`);
  if (event.type === "model_fallback") console.log(`${event.from} → ${event.to}: ${event.reason}`);
}
const outcome = await run.outcome;
if (outcome.kind === "done") console.log(`${outcome.reply.model}: ${textOf(outcome.reply)}`);

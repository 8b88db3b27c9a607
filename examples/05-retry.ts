// A model that is overloaded is asked again; when it stays so, the run goes on with another one, and the message says who answered.
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
  if (event.type === "retry_start") console.log(`again in ${event.delay} ms: ${event.error.message}`);
  if (event.type === "model_fallback") console.log(`${event.from} → ${event.to}: ${event.reason}`);
}
const outcome = await run.outcome;
if (outcome.kind === "done") console.log(`${outcome.reply.model}: ${textOf(outcome.reply)}`);

// One session, one prompt. The model answers from a script, so this runs anywhere.
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel, textOf } from "coxswain";

const model = scriptedModel(["Hello! How can I help you?"]);

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
const session = await runtime.create({ model: model.info.reference });

const run = session.prompt("Hi there.");
for await (const event of run) {
  if (event.type === "message_delta" && event.kind === "text") process.stdout.write(event.delta);
}
process.stdout.write("\n");

const outcome = await run.outcome;
console.log(outcome.kind === "done" ? `done: ${textOf(outcome.reply).length} characters` : outcome);

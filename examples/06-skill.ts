// A skill is said by its name: the model is told what it says, and what was written is kept beside it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { projectResources } from "coxswain/session";

const home = mkdtempSync(join(tmpdir(), "coxswain-example-"));
const folder = join(home, ".agents", "skills", "greet");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "SKILL.md"), "---\nname: greet\ndescription: Greets people as sailors do.\n---\nSay ahoy, and the name.\n");

const model = scriptedModel(["Ahoy, Ada."]);
await using runtime = createRuntime({
  store: memoryStore(),
  models: fixedModels(model),
  policy: allowAll(),
  resources: projectResources({ home }),
});
const session = await runtime.create({ model: model.info.reference });
await session.prompt("/skill:greet Ada").outcome;

console.log(model.requests[0]?.system.at(-1)); // which skills there are
for (const { message } of session.entries.filter((entry) => entry.type === "message")) {
  if (message.role === "user") console.log(`${message.typed} → ${JSON.stringify(message.content)}`);
}
rmSync(home, { recursive: true });

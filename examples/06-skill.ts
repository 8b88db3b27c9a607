// A prompt that names a skill: the model receives the skill's text, and the log also has the prompt as typed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { projectResources } from "coxswain/session";

const home = mkdtempSync(join(tmpdir(), "coxswain-example-"));
const folder = join(home, ".agents", "skills", "greet");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "SKILL.md"), "---\nname: greet\ndescription: Greets people like a sailor.\n---\nSay ahoy, and the name.\n");

const model = scriptedModel(["Ahoy, Ada."]);
await using runtime = createRuntime({
  store: memoryStore(),
  models: fixedModels(model),
  policy: allowAll(),
  resources: projectResources({ home }),
});
const session = await runtime.create({ model: model.info.reference });
await session.prompt("/skill:greet Ada").outcome;

console.log(model.requests[0]?.system.at(-1)); // the list of skills
for (const { message } of session.entries.filter((entry) => entry.type === "message")) {
  if (message.role === "user") console.log(`${message.typed} → ${JSON.stringify(message.content)}`);
}
rmSync(home, { recursive: true });

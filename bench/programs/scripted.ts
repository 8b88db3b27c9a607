// One session against a model in the same process, with its file on disk. Arguments: the number of turns, a folder for
// the session.
import { allowAll, createRuntime, fixedModels, jsonlStore, scriptedModel, standardSchema, textResult, type Tool } from "coxswain";

const [, , turns = "1", directory = ""] = process.argv;

const noop: Tool = {
  name: "noop",
  description: "Does nothing.",
  inputSchema: standardSchema((value) => ({ value }), { type: "object", properties: { n: { type: "number" } } }),
  effect: "read",
  execute: async () => textResult("ok"),
};

const model = scriptedModel((_, turn) => (turn < Number(turns) ? { calls: [{ name: "noop", input: { n: turn } }] } : "Done."));
const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), tools: [noop], policy: allowAll() });
const session = await runtime.create({ model: model.info.reference, cwd: directory });
const outcome = await session.prompt("Go.").outcome;
if (outcome.kind !== "done" || model.requests.length !== Number(turns) + 1) throw new Error(JSON.stringify(outcome));
await runtime.close();

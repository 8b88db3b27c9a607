// The conversations of the bare client as sessions with files on disk. Arguments: the number at a time, a folder for
// the sessions.
import { allowAll, createRuntime, jsonlStore, providerModels, standardSchema, textResult, type Tool } from "coxswain";

const [, , count = "1", directory = ""] = process.argv;

const noop: Tool = {
  name: "noop",
  description: "Does nothing.",
  inputSchema: standardSchema((value) => ({ value }), { type: "object", properties: { n: { type: "number" } } }),
  effect: "read",
  execute: async () => textResult("ok"),
};

const runtime = createRuntime({
  store: jsonlStore({ directory }),
  models: providerModels({ env: process.env }),
  tools: [noop],
  policy: allowAll(),
});

const converse = async (): Promise<void> => {
  const session = await runtime.create({ model: "anthropic/claude-sonnet-5-5", cwd: directory });
  // Read as a screen does, so that every event is created and delivered.
  const run = session.prompt("Go.");
  for await (const _ of run) {
    // Discarded.
  }
  const outcome = await run.outcome;
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
};

await Promise.all(Array.from({ length: Number(count) }, converse));
await runtime.close();

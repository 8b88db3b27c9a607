// The same conversations as the bare client's, as sessions with their files on disk. Arguments: how many at a time, a folder for the sessions.
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
  // Read as a screen would: every event is made and told.
  const run = session.prompt("Go.");
  for await (const _ of run) {
    // Nothing is shown.
  }
  const outcome = await run.outcome;
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
};

await Promise.all(Array.from({ length: Number(count) }, converse));
await runtime.close();

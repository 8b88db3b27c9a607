// Runs thousands of prompts in one process: in sessions that are closed and reopened, and in one that stays open and is
// cleared after each batch. Prints the memory in use after a garbage collection of each batch.
import { allowAll, createRuntime, defineTool, fixedModels, jsonlStore, type Model, scriptedModel, textResult } from "coxswain";
import { clear } from "coxswain/session";
import { z } from "zod";

const [directory = "", batches = "1"] = process.argv.slice(2);
const SESSIONS = 10;
const RUNS = 20;
/** Runs of the open session in a batch. */
const LONG_RUNS = 50;

const look = defineTool({
  name: "look",
  description: "Reads a part.",
  inputSchema: z.object({ part: z.number() }),
  effect: "read",
  execute: async ({ part }) => textResult(`part ${part}: ${"x".repeat(12_000)}`),
});

/** A scripted model stores its requests, so each one here serves only one response. */
const model: Model = {
  info: scriptedModel([]).info,
  stream: (request) => {
    const isAfterCall = request.messages.at(-1)?.role === "tool";
    return scriptedModel([
      isAfterCall ? "Seen." : { text: "I look.", calls: [{ name: "look", input: { part: request.messages.length } }] },
    ]).stream(request);
  },
};
const { reference } = model.info;

await using runtime = createRuntime({
  store: jsonlStore({ directory }),
  models: fixedModels(model),
  tools: [look],
  policy: allowAll(),
});
const long = await runtime.create({ model: reference, cwd: directory });

const runOnce = async (session: typeof long): Promise<void> => {
  const run = session.prompt("Read the next part.");
  for await (const _ of run) {
    // Reads the events like a client.
  }
  const outcome = await run.outcome;
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
};

for (let batch = 0; batch < Number(batches); batch++) {
  for (let number = 0; number < SESSIONS; number++) {
    const created = await runtime.create({ model: reference, cwd: directory });
    for (let run = 0; run < RUNS / 2; run++) await runOnce(created);
    await created.close();
    const reopened = await runtime.open(created.id);
    for (let run = 0; run < RUNS / 2; run++) await runOnce(reopened);
    await reopened.close();
  }
  for (let run = 0; run < LONG_RUNS; run++) await runOnce(long);
  await clear(long);
  globalThis.gc?.();
  globalThis.gc?.();
  console.log(JSON.stringify({ heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length }));
}

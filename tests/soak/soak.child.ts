// Thousands of runs in one process: sessions that are closed and opened again, and one that stays open and begins anew from
// time to time. Tells after each batch how much memory is in use once nothing more can be collected.
import { allowAll, createRuntime, defineTool, fixedModels, jsonlStore, type Model, scriptedModel, textResult } from "coxswain";
import { clear } from "coxswain/session";
import { z } from "zod";

const [directory = "", batches = "1"] = process.argv.slice(2);
const SESSIONS = 10;
const RUNS = 20;
/** The open session's share of a batch. */
const LONG_RUNS = 50;

const look = defineTool({
  name: "look",
  description: "Looks at a part.",
  inputSchema: z.object({ part: z.number() }),
  effect: "read",
  execute: async ({ part }) => textResult(`part ${part}: ${"x".repeat(12_000)}`),
});

/** A scripted model keeps the requests that it got: so here one lives only for one answer. */
const model: Model = {
  info: scriptedModel([]).info,
  stream: (request) => {
    const looked = request.messages.at(-1)?.role === "tool";
    return scriptedModel([
      looked ? "Seen." : { text: "I look.", calls: [{ name: "look", input: { part: request.messages.length } }] },
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
  const run = session.prompt("Look at the next part.");
  for await (const _ of run) {
    // Read as a screen would.
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

// An answer of many deltas from a nearly free model in the same process. Arguments: the number of deltas, and the
// consumer: `bare` (a loop), `unread` (a session without a reader), `read` (a session with a reader of every event).
import { allowAll, createRuntime, fixedModels, memoryStore, type Model } from "coxswain";
import { NO_USAGE, type StreamPart } from "coxswain/providers";

const [, , count = "0", taker = "bare"] = process.argv;

const parts: StreamPart[] = [{ type: "text_start", id: "t" }];
for (let n = 0; n < Number(count); n++) parts.push({ type: "text_delta", id: "t", delta: `word${n} ` });
parts.push({ type: "text_end", id: "t" }, { type: "finish", stop: "stop", usage: NO_USAGE });

const stream = (): AsyncIterable<StreamPart> => ({
  [Symbol.asyncIterator]: () => {
    let next = 0;
    return {
      next: () => {
        const value = parts[next++];
        return Promise.resolve(value === undefined ? { done: true, value } : { done: false, value });
      },
    };
  },
});
const model: Model = { info: { reference: "own/own", provider: "own", id: "own", name: "own", vision: false, thinking: [] }, stream };

if (taker === "bare") {
  for await (const _ of stream()) {
    // Discarded.
  }
} else {
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  const run = session.prompt("Go.");
  if (taker === "read") {
    for await (const _ of run) {
      // Discarded.
    }
  }
  const { kind } = await run.outcome;
  if (kind !== "done") throw new Error(kind);
  await runtime.close();
}

// Prints two times of each request of one session, in microseconds: building it (from the turn's start to the message's
// start) and handing it to the model. The model is one in this process, or `wire`: the provider's, which writes the request's
// body. Arguments: the store's folder, the session's id, the number of turns, the model.
import {
  allowAll,
  createRuntime,
  fixedModels,
  jsonlStore,
  providerModels,
  scriptedModel,
  standardSchema,
  textResult,
  type Tool,
} from "coxswain";

const [, , directory = "", id = "", turns = "1", way = "process"] = process.argv;
const MODEL = "anthropic/claude-sonnet-5-5";

const noop: Tool = {
  name: "noop",
  description: "Does nothing.",
  inputSchema: standardSchema((value) => ({ value }), { type: "object", properties: { n: { type: "number" } } }),
  effect: "read",
  execute: async () => textResult("ok"),
};

const event = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const answer = (number: number): string => {
  const ends = number === Number(turns);
  const usage = { input_tokens: 10, output_tokens: 1 };
  const block = ends ? { type: "text", text: "" } : { type: "tool_use", id: `toolu_${number}`, name: "noop", input: {} };
  const delta = ends ? { type: "text_delta", text: "Done." } : { type: "input_json_delta", partial_json: `{"n":${number}}` };
  return [
    event({ type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "bench", content: [], usage } }),
    event({ type: "content_block_start", index: 0, content_block: block }),
    event({ type: "content_block_delta", index: 0, delta }),
    event({ type: "content_block_stop", index: 0 }),
    event({ type: "message_delta", delta: { stop_reason: ends ? "end_turn" : "tool_use" }, usage: { output_tokens: 10 } }),
    event({ type: "message_stop" }),
  ].join("");
};

const sent: number[] = [];
const near = scriptedModel(
  (_, turn) => {
    sent.push(performance.now());
    const usage = { input: 10, output: 10 };
    return turn + 1 < Number(turns) ? { calls: [{ name: "noop", input: { n: turn } }], usage } : "Done.";
  },
  { info: { reference: MODEL } },
);
const fetch = async (): Promise<Response> => {
  sent.push(performance.now());
  return new Response(answer(sent.length), { headers: { "content-type": "text/event-stream" } });
};

const runtime = createRuntime({
  store: jsonlStore({ directory }),
  models: way === "wire" ? providerModels({ env: { ANTHROPIC_API_KEY: "bench" }, fetch }) : fixedModels(near),
  tools: [noop],
  policy: allowAll(),
  now: () => performance.now(),
});
const session = await runtime.open(id);
const begun: number[] = [];
const built: number[] = [];
const run = session.prompt("Go.");
for await (const one of run) {
  if (one.type === "turn_start") begun.push(one.at);
  if (one.type === "message_start" && one.role === "assistant") built.push(one.at);
}
const { kind } = await run.outcome;
if (kind !== "done" || sent.length !== Number(turns)) throw new Error(kind);
await runtime.close();

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
/** Median of the later half: during the first requests V8 still compiles. */
const between = (starts: readonly number[], ends: readonly number[]): number =>
  median(ends.map((end, at) => (end - (starts[at] ?? Number.NaN)) * 1000).slice(ends.length >> 1));
console.log(JSON.stringify({ built: between(begun, built), taken: between(built, sent) }));

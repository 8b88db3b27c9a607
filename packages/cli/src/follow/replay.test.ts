import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allowAll,
  createRuntime,
  type Event,
  fixedModels,
  memoryStore,
  scriptedModel,
  standardSchema,
  textResult,
  type Tool,
} from "coxswain";
import { hookRegistry } from "coxswain/hooks";
import { type EntryEvent } from "coxswain/store";
import { replay } from "./replay.ts";

/** Event types that entries reproduce. */
const REPLAYED: ReadonlySet<string> = new Set([
  "run_start",
  "run_end",
  "turn_start",
  "message_start",
  "message_delta",
  "message_end",
  "tool_call",
  "tool_start",
  "tool_end",
]);

const validate = (value: unknown) => (typeof value === "object" ? { value } : { issues: [{ message: "Expected an object." }] });

/** Joins deltas, because entries contain whole parts. */
const shown = (events: readonly Event[]): readonly unknown[] => {
  const joined: unknown[] = [];
  for (const { seq: _, at: __, sessionId: ___, agent: ____, ...event } of events) {
    const last = joined.at(-1) as Extract<Event, { type: "message_delta" }> | undefined;
    if (!REPLAYED.has(event.type) || (event.type === "message_delta" && event.kind === "tool_input")) continue;
    if (event.type === "message_delta" && last?.type === "message_delta" && last.part === event.part) {
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta };
    } else joined.push(event);
  }
  return joined;
};

test("replays the events of a run from its entries, with whole messages and the arguments that a hook changed", async () => {
  const tool = (name: string, effect: "read" | "write"): Tool => ({
    name,
    description: name,
    inputSchema: standardSchema(validate, { type: "object" }),
    effect,
    execute: async () => textResult(name, { isError: name === "fail" }),
  });
  const model = scriptedModel([
    {
      reasoning: "I think.",
      text: "I look.",
      calls: [
        { name: "look", input: {} },
        { name: "write", input: {} },
      ],
    },
    {
      calls: [
        { name: "fail", input: {} },
        { name: "missing", input: {} },
        { name: "look", input: "not an object" },
      ],
    },
    "Done.",
  ]);
  await using runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    policy: allowAll(),
    tools: [tool("look", "read"), tool("write", "write"), tool("fail", "read")],
    hooks: hookRegistry([{ event: "pre_tool", name: "guard", tools: ["write"], run: () => ({ input: { changed: true } }) }]),
    workspace: () => ({ root: "/", close: async () => {} }) as never,
  });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  const all = session.events();
  const events: Event[] = [];
  void session.prompt("Go.");
  for await (const event of all) {
    events.push(event);
    if (event.type === "run_end") break;
  }
  const convert = replay();
  const facts = events.filter((event): event is EntryEvent => event.type === "entry");
  assert.deepEqual(shown(facts.flatMap(convert)), shown(events));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowAll, createRuntime, defineTool, fixedModels, type Policy, scriptedModel, textResult } from "coxswain";
import { SessionView } from "coxswain/view";
import { activityAtOpening, lastBegin } from "./activity-at-opening.ts";

/** Starts a run with a call, and returns the activity of a screen that opens when its log has an entry of this type. */
const activityAfter = async (type: string, policy: Policy): Promise<string> => {
  const hold = Promise.withResolvers<void>();
  const tool = defineTool({
    name: "write",
    description: "Writes.",
    inputSchema: { type: "object" },
    effect: "write",
    async execute() {
      await hold.promise;
      return textResult("written");
    },
  });
  const model = scriptedModel([{ calls: [{ name: "write", input: { path: "a" } }] }, { text: "Done.", hold: hold.promise }]);
  await using runtime = createRuntime({ models: fixedModels(model), tools: [tool], policy, ask: () => new Promise(() => {}) });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  const events = session.events({ types: ["entry"] });
  const run = session.prompt("Go.");
  for await (const { entry } of events) if (entry.type === type) break;
  const view = new SessionView(session.id);
  for (const entry of session.entries) view.add(entry);
  for (const event of activityAtOpening(session.entries, run.id, session.id)) view.apply(event);
  assert.ok((lastBegin(session.entries) ?? 0) > 0);
  const { activity, asking: asked } = view.status;
  const { kind } = activity;
  session.abort();
  hold.resolve();
  await run.outcome;
  return asked === undefined ? kind : "asking";
};

const asks: Policy = () => ({ verdict: "ask", reason: "it writes" });

test("a screen that opens during a run shows that it waits for the model, works or asks", async () => {
  assert.equal(await activityAfter("run_start", allowAll()), "waiting");
  assert.equal(await activityAfter("tool_start", allowAll()), "running");
  assert.equal(await activityAfter("permission_ask", asks), "asking");
});

test("there is no activity without entries", () => {
  assert.deepEqual(activityAtOpening([], "run", "session"), []);
  assert.equal(lastBegin([]), undefined);
});

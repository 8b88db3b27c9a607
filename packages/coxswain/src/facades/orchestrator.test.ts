import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptedModel } from "../model/index.ts";
import { openScene, callSay, sayTool, typesIn } from "../runtime/runtime.fixture.ts";
import { Orchestrator } from "./orchestrator.ts";

const open = async (scene: Parameters<typeof openScene>[0] & object) => {
  const opened = await openScene(scene);
  const { runtime, session, model } = opened;
  const models = { get: async () => model, list: async () => [] };
  return { ...opened, id: session.id, agent: new Orchestrator({ runtime, models, model: model.info.reference }) };
};

test("a run of a session's agent does not change the model of the session's run", async () => {
  const other = scriptedModel(["From the other."], { info: { reference: "test/other", id: "other" } });
  const spawning = sayTool({
    run: async (_, context) => {
      await scene.agent.setModel(other);
      await (await context.spawn({})).prompt("Look around.").outcome;
      return { content: [] };
    },
  });
  await using scene = await open({ script: [callSay("a"), "From below.", "Done."], tools: [spawning] });
  await scene.agent.send(scene.id, "go");
  assert.equal(other.requests.length, 0);
  await scene.agent.send(scene.id, "and on");
  assert.equal(other.requests.length, 1);
});

test("applies a new model to a session once, and does not apply the initial one", async () => {
  const other = scriptedModel(["one", "two"], { info: { reference: "test/other", id: "other" } });
  await using scene = await open({ script: ["zero"] });
  const changes = () => typesIn(scene.session.entries).filter((type) => type === "model_change").length;
  await scene.agent.send(scene.id, "go");
  assert.equal(changes(), 0);
  await scene.agent.setModel(other);
  for (const text of ["on", "and on"]) await scene.agent.send(scene.id, text);
  assert.equal(changes(), 1);
});

test("a plugin message that starts a run uses the current model", async () => {
  const other = scriptedModel(["From the other."], { info: { reference: "test/other", id: "other" } });
  await using scene = await open({ script: ["From the first."] });
  await scene.agent.setModel(other);
  const ended = scene.session.events({ types: ["run_end"] });
  await scene.agent.injectMessage("deploy", scene.id, "user", "Deploy it.");
  await ended.next();
  assert.equal(other.requests.length, 1);
});

test("rejects an empty prompt at once, even during a run", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await open({ script: [{ text: "One.", hold: hold.promise }] });
  const sent = scene.agent.send(scene.id, "go");
  while (!(await scene.agent.isSessionBusy(scene.id))) await Promise.resolve();
  const outcome = await scene.agent.send(scene.id, "  ");
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "empty_prompt");
  hold.resolve();
  await sent;
});

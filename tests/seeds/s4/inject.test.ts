// S4: injected messages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { history, InjectCapError } from "coxswain/session";
import { transcript } from "../scene.ts";
import { openOrchestrator, untilBusy } from "./stage.ts";

test("S4-27, S4-28, S4-29: an injected user message starts a run, an assistant message is only stored, and other roles are rejected", async () => {
  await using scene = await openOrchestrator({ script: ["Deployed."] });
  const ended = scene.runtime.events({ types: ["run_end"] });
  await scene.agent.injectMessage("deploy", scene.id, "assistant", "The build is green.");
  assert.equal(scene.model.requests.length, 0);
  await scene.agent.injectMessage("deploy", scene.id, "user", "Deploy it.");
  await ended.next();
  assert.deepEqual(transcript(scene.session), ["assistant: The build is green.", "user: Deploy it.", "assistant: Deployed."]);
  await assert.rejects(scene.agent.injectMessage("deploy", scene.id, "tool" as "user", "x"), TypeError);
});

test("S4-27, S4-29: a user message that a plugin injects into a run follows it, and names the plugin", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openOrchestrator({ script: [{ text: "One.", hold: hold.promise }, "Deployed."] });
  const sent = scene.agent.send(scene.id, "go");
  await untilBusy(scene);
  await scene.agent.injectMessage("deploy", scene.id, "user", "Deploy it.");
  hold.resolve();
  await sent;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: One.", "user: Deploy it.", "assistant: Deployed."]);
  const [, , injected] = history(scene.session);
  assert.equal(injected?.message.role === "user" && injected.message.source, "plugin:deploy");
});

test("S4-17, S4-30, S4-34: a plugin can inject ten messages until a send starts a run or its counter is reset", async () => {
  await using scene = await openOrchestrator({ script: () => "Done." });
  const add = () => scene.agent.injectMessage("deploy", scene.id, "assistant", "again");
  for (let count = 0; count < 10; count += 1) await add();
  const before = scene.session.entries.length;
  await assert.rejects(add(), InjectCapError);
  assert.equal(scene.session.entries.length, before);
  await scene.agent.injectMessage("other", scene.id, "assistant", "mine");
  await scene.agent.send(scene.id, "go");
  for (let count = 0; count < 10; count += 1) await add();
  await assert.rejects(add(), InjectCapError);
  await scene.agent.resetPluginInjectCounters(scene.id);
  await add();
});

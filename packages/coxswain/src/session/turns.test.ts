import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene, transcript } from "../runtime/runtime.fixture.ts";
import { addUserTurn, clear } from "./operations.ts";
import { EmptyPromptError, SessionBusyError } from "./errors.ts";

test("S3-07: adds a user's turn without a request and sends it with the next prompt", async () => {
  await using scene = await openScene({ script: ["ok"] });
  await addUserTurn(scene.session, "The branch is main.");
  assert.equal(scene.model.requests.length, 0);
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), ["user: The branch is main.", "user: go", "assistant: ok"]);
  assert.equal(scene.model.requests[0]?.messages.length, 2);
});

test("S3-39: rejects a user's turn while the session is busy", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "x", hold: hold.promise }] });
  const run = scene.session.prompt("go");
  await assert.rejects(addUserTurn(scene.session, "more"), SessionBusyError);
  await assert.rejects(clear(scene.session), SessionBusyError);
  hold.resolve();
  await run.outcome;
});

test("rejects an empty turn", async () => {
  await using scene = await openScene();
  await assert.rejects(addUserTurn(scene.session, " "), EmptyPromptError);
});

test("a cleared session sends no earlier messages and preserves its model and cost", async () => {
  await using scene = await openScene({ script: [{ text: "one", cost: 0.5 }, "two"] });
  await scene.session.prompt("before").outcome;
  await clear(scene.session);
  assert.deepEqual([scene.session.state.messages, scene.session.state.cost, scene.session.state.model], [0, 0.5, "scripted/scripted"]);
  await scene.session.prompt("after").outcome;
  assert.deepEqual(
    scene.model.requests[1]?.messages.map(({ content }) => content),
    [[{ type: "text", text: "after" }]],
  );
});

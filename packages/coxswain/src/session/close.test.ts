import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, openScene, says, sayTool } from "../runtime/runtime.fixture.ts";
import { ClosedError } from "./errors.ts";

const forever = new Promise<never>(() => {});

test("S0-52, S4-22: closing ends the run, and what comes after is refused; closing again does nothing", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: forever }] });
  const run = scene.session.prompt("go");
  const events = collect(run);
  await scene.session.close();
  await scene.session.close();
  assert.equal((await run.outcome).kind, "aborted");
  assert.equal((await events).at(-1)?.type, "run_end");
  assert.equal(scene.session.state.status, "closed");
  const refused = await scene.session.prompt("more").outcome;
  assert.equal(refused.kind === "failed" && refused.error.code, "closed");
  await assert.rejects(scene.session.set({ title: "x" }), ClosedError);
});

test("closing does not wait for a tool that does not end", async () => {
  const started = Promise.withResolvers<void>();
  const deaf = sayTool({
    run: () => {
      started.resolve();
      return forever;
    },
  });
  await using scene = await openScene({ script: [says("a")], tools: [deaf] });
  scene.session.prompt("go");
  await started.promise;
  await scene.session.close();
});

test("runs that wait are refused when the session is closed", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: forever }] });
  scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  await scene.session.close();
  const outcome = await second.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "closed");
});

test("readers of a closed session come to an end", async () => {
  await using scene = await openScene();
  const events = scene.session.events();
  const first = events.next();
  await scene.session.close();
  assert.equal((await first).value?.type, "session_close");
  assert.equal((await events.next()).done, true);
});

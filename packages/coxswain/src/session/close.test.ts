import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { isShell } from "../context/index.ts";
import { memoryStore } from "../log/index.ts";
import type { Outcome } from "../loop/index.ts";
import { collect, openScene, callSay, sayTool, typesOf } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { nodeWorkspace, type ProcessResult } from "../workspace/index.ts";
import { ClosedError } from "../journal/index.ts";

const forever = new Promise<never>(() => {});

test("S0-52, S4-22: close aborts the run and rejects later calls; a second close does nothing", async () => {
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

test("close does not wait for a tool that hangs", async () => {
  const started = Promise.withResolvers<void>();
  const hanging = sayTool({
    run: () => {
      started.resolve();
      return forever;
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [hanging] });
  scene.session.prompt("go");
  await started.promise;
  await scene.session.close();
});

test("close fails queued runs", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: forever }] });
  scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  await scene.session.close();
  const outcome = await second.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "closed");
});

test("close ends the event stream of a queued run", async () => {
  await using scene = await openScene({ script: [{ text: "one", hold: forever }] });
  scene.session.prompt("first");
  const events = collect(scene.session.prompt("second", { whenBusy: "queue" }));
  await scene.session.close();
  assert.deepEqual(typesOf(await events), ["run_end"]);
});

test("rejects a prompt that a tool sends on abort while the session closes", async () => {
  let again: Promise<Outcome> | undefined;
  const stubborn = sayTool({
    run: (_, { signal }) => {
      signal.addEventListener("abort", () => (again = scene.session.prompt("again", { whenBusy: "queue" }).outcome));
      void scene.session.close();
      return forever;
    },
  });
  await using scene = await openScene({ script: [callSay("a")], tools: [stubborn] });
  await scene.session.prompt("go").outcome;
  const outcome = await again;
  assert.equal(outcome?.kind === "failed" && outcome.error.code, "closed");
});

test("close ends a run with a store that hangs", async () => {
  const stuck = Promise.withResolvers<void>();
  const store = faultyStore(memoryStore(), { append: () => stuck.promise });
  const scene = await openScene({ script: ["one"], store, clock: { sleep: async () => {} } });
  const run = scene.session.prompt("go");
  const closed = scene.session.close();
  const outcome = await run.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "closed");
  assert.equal((await collect(run)).at(-1)?.type, "run_end");
  stuck.resolve();
  await closed;
});

test("close kills a running command and logs it", async () => {
  const store = memoryStore();
  await using scene = await openScene({ store, cwd: tmpdir() });
  const events = scene.session.events();
  const shell = scene.session.shell("echo started; sleep 100");
  for await (const event of events) if (event.type === "shell_output") break;
  await scene.session.close();
  assert.equal((await shell).exitCode, null);
  const logged = (await scene.runtime.open(scene.session.id)).entries.find(isShell);
  assert.deepEqual([logged?.output, logged?.exitCode], ["started\n", null]);
});

test("close ends a command that has not started", async () => {
  await using scene = await openScene({ cwd: tmpdir() });
  const shell = scene.session.shell("sleep 100");
  await scene.session.close();
  assert.equal((await shell).exitCode, null);
});

test("a command that ends after close rejects with ClosedError", async () => {
  const ended = Promise.withResolvers<ProcessResult>();
  const workspace = { ...nodeWorkspace({ root: tmpdir() }), spawn: () => ended.promise };
  await using scene = await openScene({ workspace, clock: { sleep: async () => {} } });
  const shell = scene.session.shell("sleep 100");
  await scene.session.close();
  ended.resolve({ end: { kind: "exit", code: 0 }, output: { head: "", tail: "", omitted: 0, bytes: 0 }, duration: 0, background: false });
  await assert.rejects(shell, ClosedError);
});

test("a session with a workspace that fails to close is released", async () => {
  const workspace = { ...nodeWorkspace({ root: tmpdir() }), close: () => Promise.reject(new Error("stuck")) };
  await using scene = await openScene({ workspace, script: ["one"] });
  await scene.session.prompt("go").outcome;
  await assert.rejects(scene.session.close(), /stuck/);
  const again = await scene.runtime.open(scene.session.id);
  assert.notEqual(again, scene.session);
  await assert.rejects(again.close(), /stuck/);
});

test("close ends the session's event streams", async () => {
  await using scene = await openScene();
  const events = scene.session.events();
  const first = events.next();
  await scene.session.close();
  assert.equal((await first).value?.type, "session_close");
  assert.equal((await events.next()).done, true);
});

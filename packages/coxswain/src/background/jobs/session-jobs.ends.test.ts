import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { LogWriteError, memoryStore } from "../../log/index.ts";
import { textResult } from "../../loop/index.ts";
import type { Script } from "../../model/index.ts";
import { sayTool, says } from "../../runtime/runtime.fixture.ts";
import { faultyStore } from "../../testing/index.ts";
import { bashTool, jobKillTool, jobOutputTool } from "../../tools/index.ts";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";
import { reopen, storeChanged, storeCutAt, storedIn } from "../../session/crash.fixture.ts";
import { begin, eventOf, jobEnd, jobScene, kill, look, results, run, told } from "./jobs.fixture.ts";

test("a job that is ended twice, or is over, says what came of it each time", async (t) => {
  const { session } = await jobScene(t, [begin("echo one; exit 3"), look("j1", 60), kill("j1"), kill("j1"), "Done."]);
  await session.prompt("go").outcome;
  const [, , first, second] = results(session);
  assert.equal(first, "The job j1 is over. one\n[exit code 3]");
  assert.equal(second, first);
  assert.equal(session.state.jobs[0]?.ending, "failed");
});

test("a job whose beginning cannot be written is none, and closing does not wait for it", async (t) => {
  const [writing, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = faultyStore(memoryStore(), {
    append: async (_, entries) => {
      if (!entries.some(({ type }) => type === "job_start")) return;
      writing.resolve();
      await closing.promise;
      throw new LogWriteError("no space");
    },
  });
  const clock = { sleep: () => new Promise<void>(() => {}) };
  const { session } = await jobScene(t, [begin("touch begun"), "Done."], { store, clock });
  void session.prompt("go").outcome;
  await writing.promise;
  const closed = session.close();
  closing.resolve();
  // What was not written of the session is told when it is closed.
  await assert.rejects(closed, LogWriteError);
  assert.deepEqual(session.state.jobs, []);
});

test("a job of an earlier process can be looked at and ended: it says what came of it", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("sleep 1000"), "I wait."], { store });
  await session.prompt("go").outcome;
  await runtime.close();
  const { workspace } = temporaryWorkspace(t);
  const tools = [bashTool(workspace), jobOutputTool(), jobKillTool()];
  await using later = await reopen(store, session.id, { script: [look("j1"), kill("j1"), kill("j2"), "Done."], tools });
  await later.session.prompt("And?").outcome;
  const [, seen, ended, unknown] = results(later.session);
  assert.deepEqual([seen, ended], ["[cancelled]", "The job j1 is over. [cancelled]"]);
  assert.match(unknown ?? "", /^There is no job j2\./);
});

test("an abort ends the run and leaves its jobs, and what came of one that ends meanwhile is told by the next run", async (t) => {
  const { session, at } = await jobScene(t, [begin("until [ -e go ]; do sleep 0.01; done"), run("sleep 1000"), "Hm.", "Thanks."]);
  const going = session.prompt("go");
  for await (const event of going) if (event.type === "tool_start" && JSON.stringify(event.call.input).includes("1000")) session.abort();
  assert.equal((await going.outcome).kind, "aborted");
  assert.equal(session.state.jobs[0]?.state, "running");
  const over = eventOf(session, (event) => event.type === "run_end");
  writeFileSync(at("go"), "");
  await over;
  assert.match(told(session)[0] ?? "", /^The background job j1 .* is done\./);
});

test("where jobs end with the run the model is told so, they are ended, and no run is begun to tell of it", async (t) => {
  const command = "touch up; sleep 1000";
  const script = [begin(command), run("until [ -e up ]; do sleep 0.01; done"), "Bye.", "I see."];
  const { session, at } = await jobScene(t, script, { jobs: { endWithRun: true } });
  const over = jobEnd(session);
  await session.prompt("go").outcome;
  await over;
  assert.ok(existsSync(at("up")));
  assert.match(results(session)[0] ?? "", /^The job j1 has begun\. It ends when you end your turn: .*job_output/);
  assert.equal(session.state.jobs[0]?.ending, "stopped");
  assert.deepEqual([session.status, told(session)], ["idle", []]);
  await session.prompt("And?").outcome;
  assert.match(told(session)[0] ?? "", /^The background job j1 \(touch up; sleep 1000\) was stopped\./);
});

test("where jobs end with the run, one that is over before it is told within it", async (t) => {
  const over = Promise.withResolvers<unknown>();
  const wait = sayTool({
    async run() {
      await over.promise;
      return textResult("It is over.");
    },
  });
  const { session } = await jobScene(t, [begin("echo out"), says("?"), "Bye."], { jobs: { endWithRun: true }, tools: [wait] });
  over.resolve(jobEnd(session));
  await session.prompt("go").outcome;
  assert.deepEqual(told(session), ["The background job j1 (echo out) is done.\n\nout"]);
});

test("a job that ends while the session is being closed is told once, by whichever process comes next", async (t) => {
  for (const delay of ["", "sleep 0.01; ", "sleep 0.05; "]) {
    const store = memoryStore();
    const { session, runtime } = await jobScene(t, [begin(`${delay}echo over`), "I wait.", "Thanks.", "Thanks."], { store });
    await session.prompt("go").outcome;
    await runtime.close();
    const ends = (await storedIn(store, session.id)).filter(({ type }) => type === "job_end");
    assert.ok(ends.length <= 1);
    await using later = await reopen(store, session.id, { script: () => "Hm." });
    await later.session.prompt("And?").outcome;
    await later.session.prompt("And now?").outcome;
    assert.equal(told(later.session).length, 1, delay);
  }
});

test("a job that ends while the session is being compacted is told once, when that is done", async (t) => {
  const asked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<unknown>();
  let turns = 0;
  const script: Script = ({ system }) => {
    if (system[0]?.startsWith("You write summaries") !== true)
      return turns++ === 0 ? begin("until [ -e go ]; do sleep 0.01; done") : "Well.";
    asked.resolve();
    return { before: over.promise, text: "A summary." };
  };
  const { session, at } = await jobScene(t, script);
  for (const text of ["go", "more", "most"]) await session.prompt(text).outcome;
  const compacted = session.compact();
  await asked.promise;
  const ended = jobEnd(session);
  writeFileSync(at("go"), "");
  await ended;
  assert.deepEqual(told(session), []);
  const next = eventOf(session, (event) => event.type === "run_end");
  over.resolve(undefined);
  await Promise.all([compacted, next]);
  assert.equal(told(session).length, 1);
  await session.prompt("and?").outcome;
  assert.equal(told(session).length, 1);
});

test("T8: cut after any fact, a session has told its model of its job once", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("echo over"), look("j1", 60), "Done."], { store });
  await session.prompt("go").outcome;
  const whole = await storedIn(store, session.id);
  await runtime.close();
  for (let length = whole.findIndex(({ type }) => type === "job_start") + 1; length <= whole.length; length++) {
    const left = await storeCutAt(store, session.id, length);
    await using later = await reopen(left, session.id, { script: () => "Hm.", tools: [jobOutputTool()] });
    await later.session.resume()?.outcome;
    await later.session.prompt("And?").outcome;
    const heard = results(later.session).filter((text) => text === "over").length + told(later.session).length;
    assert.equal(heard, 1, `after ${length} of ${whole.length} facts`);
  }
});

test("L6: a job whose end is lost, or what told it, is not told twice, and the session goes on", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("echo over"), "Begun.", "Thanks."], { store });
  const ended = jobEnd(session);
  await session.prompt("go").outcome;
  await ended;
  await session.prompt("and?").outcome;
  assert.equal(told(session).length, 1);
  await runtime.close();
  for (const left of [
    await storeChanged(store, session.id, (entry) => (entry.type === "job_end" ? undefined : entry)),
    await storeChanged(store, session.id, (entry) => (entry.id.startsWith("job-") ? { ...entry, type: "messagg" } : entry)),
  ]) {
    await using later = await reopen(left, session.id, { script: () => "Hm.", tools: [jobOutputTool()] });
    assert.equal((await later.session.prompt("And?").outcome).kind, "done");
    assert.ok(told(later.session).length <= 1);
  }
});

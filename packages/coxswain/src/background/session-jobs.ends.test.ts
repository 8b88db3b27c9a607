import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { LogWriteError, memoryStore } from "../log/index.ts";
import { textResult } from "../loop/index.ts";
import type { Script } from "../model/index.ts";
import { sayTool, callSay } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { bashTool, jobKillTool, jobOutputTool } from "../tools/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { reopen, storeChanged, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { begin, eventOf, jobEnd, jobScene, kill, output, results, run, notices } from "../runtime/jobs.fixture.ts";

test("stopping a job again returns its result again", async (t) => {
  const { session } = await jobScene(t, [begin("echo one; exit 3"), output("j1", 60), kill("j1"), kill("j1"), "Done."]);
  await session.prompt("go").outcome;
  const [, , first, second] = results(session);
  assert.equal(first, "Job j1 has ended. one\n[exit code 3]");
  assert.equal(second, first);
  assert.equal(session.state.jobs[0]?.ending, "failed");
});

test("a job whose start cannot be recorded is not started, and close does not wait for it", async (t) => {
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
  // Closing reports what could not be written.
  await assert.rejects(closed, LogWriteError);
  assert.deepEqual(session.state.jobs, []);
});

test("job_output and job_kill return the result of a job of an earlier process", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("sleep 1000"), "I wait."], { store });
  await session.prompt("go").outcome;
  await runtime.close();
  const { workspace } = temporaryWorkspace(t);
  const tools = [bashTool(workspace), jobOutputTool(), jobKillTool()];
  await using later = await reopen(store, session.id, { script: [output("j1"), kill("j1"), kill("j2"), "Done."], tools });
  await later.session.prompt("And?").outcome;
  const [, seen, ended, unknown] = results(later.session);
  assert.deepEqual([seen, ended], ["[cancelled]", "Job j1 has ended. [cancelled]"]);
  assert.match(unknown ?? "", /^No job j2\./);
});

test("an abort ends the run but not its jobs, and the next run delivers their notices", async (t) => {
  const { session, at } = await jobScene(t, [begin("until [ -e go ]; do sleep 0.01; done"), run("sleep 1000"), "Hm.", "Thanks."]);
  const active = session.prompt("go");
  for await (const event of active) if (event.type === "tool_start" && JSON.stringify(event.call.input).includes("1000")) session.abort();
  assert.equal((await active.outcome).kind, "aborted");
  assert.equal(session.state.jobs[0]?.state, "running");
  const over = eventOf(session, (event) => event.type === "run_end");
  writeFileSync(at("go"), "");
  await over;
  assert.match(notices(session)[0] ?? "", /^The background job j1 .* is done\./);
});

test("with endWithRun, informs the model, stops the jobs, and starts no run for their notices", async (t) => {
  const command = "touch up; sleep 1000";
  const script = [begin(command), run("until [ -e up ]; do sleep 0.01; done"), "Bye.", "I see."];
  const { session, at } = await jobScene(t, script, { jobs: { endWithRun: true } });
  const over = jobEnd(session);
  await session.prompt("go").outcome;
  await over;
  assert.ok(existsSync(at("up")));
  assert.match(results(session)[0] ?? "", /^Started job j1\. It ends when your turn ends: .*job_output/);
  assert.equal(session.state.jobs[0]?.ending, "stopped");
  assert.deepEqual([session.status, notices(session)], ["idle", []]);
  await session.prompt("And?").outcome;
  assert.match(notices(session)[0] ?? "", /^The background job j1 \(touch up; sleep 1000\) was stopped\./);
});

test("with endWithRun, delivers the notice of a job that ends earlier within the run", async (t) => {
  const over = Promise.withResolvers<unknown>();
  const wait = sayTool({
    async run() {
      await over.promise;
      return textResult("It is over.");
    },
  });
  const { session } = await jobScene(t, [begin("echo out"), callSay("?"), "Bye."], { jobs: { endWithRun: true }, tools: [wait] });
  over.resolve(jobEnd(session));
  await session.prompt("go").outcome;
  assert.deepEqual(notices(session), ["The background job j1 (echo out) is done.\n\nout"]);
});

test("the next process delivers one notice of a job that ends while the session closes", async (t) => {
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
    assert.equal(notices(later.session).length, 1, delay);
  }
});

test("delivers one notice, after the compaction, of a job that ends during a compaction", async (t) => {
  const requested = Promise.withResolvers<void>();
  const over = Promise.withResolvers<unknown>();
  let turns = 0;
  const script: Script = ({ system }) => {
    if (system[0]?.startsWith("You write summaries") !== true)
      return turns++ === 0 ? begin("until [ -e go ]; do sleep 0.01; done") : "Well.";
    requested.resolve();
    return { before: over.promise, text: "A summary." };
  };
  const { session, at } = await jobScene(t, script);
  for (const text of ["go", "more", "most"]) await session.prompt(text).outcome;
  const compacted = session.compact();
  await requested.promise;
  const ended = jobEnd(session);
  writeFileSync(at("go"), "");
  await ended;
  assert.deepEqual(notices(session), []);
  const next = eventOf(session, (event) => event.type === "run_end");
  over.resolve(undefined);
  await Promise.all([compacted, next]);
  assert.equal(notices(session).length, 1);
  await session.prompt("and?").outcome;
  assert.equal(notices(session).length, 1);
});

test("T8: after a crash at any entry, the model receives the result of a job once", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("echo over"), output("j1", 60), "Done."], { store });
  await session.prompt("go").outcome;
  const whole = await storedIn(store, session.id);
  await runtime.close();
  for (let length = whole.findIndex(({ type }) => type === "job_start") + 1; length <= whole.length; length++) {
    const cut = await storeCutAt(store, session.id, length);
    await using later = await reopen(cut, session.id, { script: () => "Hm.", tools: [jobOutputTool()] });
    await later.session.resume()?.outcome;
    await later.session.prompt("And?").outcome;
    const count = results(later.session).filter((text) => text === "over").length + notices(later.session).length;
    assert.equal(count, 1, `after ${length} of ${whole.length} facts`);
  }
});

test("L6: delivers no second notice if the end of a job, or its notice, is lost from the log", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("echo over"), "Begun.", "Thanks."], { store });
  const ended = jobEnd(session);
  await session.prompt("go").outcome;
  await ended;
  await session.prompt("and?").outcome;
  assert.equal(notices(session).length, 1);
  await runtime.close();
  for (const damaged of [
    await storeChanged(store, session.id, (entry) => (entry.type === "job_end" ? undefined : entry)),
    await storeChanged(store, session.id, (entry) => (entry.id.startsWith("job-") ? { ...entry, type: "messagg" } : entry)),
  ]) {
    await using later = await reopen(damaged, session.id, { script: () => "Hm.", tools: [jobOutputTool()] });
    assert.equal((await later.session.prompt("And?").outcome).kind, "done");
    assert.ok(notices(later.session).length <= 1);
  }
});

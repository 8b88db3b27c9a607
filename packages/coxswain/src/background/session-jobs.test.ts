import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import type { Script } from "../model/index.ts";
import { agentTool, answerOf } from "../session/agents/agents.fixture.ts";
import { reopen, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { bash, begin, eventOf, jobEnd, jobScene, kill, output, results, run, notices } from "../runtime/jobs.fixture.ts";

test("S2-27: a background command is a job that outlives its call, and the model is notified of its end", async (t) => {
  const { session, at } = await jobScene(t, [begin("until [ -e go ]; do sleep 0.01; done; echo did it"), "I wait.", "Thanks."]);
  await session.prompt("go").outcome;
  assert.deepEqual(
    session.state.jobs.map(({ id, state }) => [id, state]),
    [["j1", "running"]],
  );
  assert.match(results(session)[0] ?? "", /^Started job j1\./);
  const over = eventOf(session, (event) => event.type === "run_end");
  writeFileSync(at("go"), "");
  await over;
  assert.deepEqual(notices(session), ["The background job j1 (until [ -e go ]; do sleep 0.01; done; echo did it) is done.\n\ndid it"]);
  assert.equal(session.state.jobs[0]?.ending, "done");
  assert.deepEqual(
    session.entries.map(({ type }) => type).filter((type) => type.startsWith("job_")),
    ["job_start", "job_end"],
  );
});

test("job_output returns new output once while the job runs, and the result at its end, which replaces the notice", async (t) => {
  const command = "echo one; touch printed; until [ -e go ]; do sleep 0.01; done; echo two; exit 3";
  const script = [begin(command), run("until [ -e printed ]; do sleep 0.01; done"), output("j1"), output("j1"), output("j1", 60), "Done."];
  const { session, at } = await jobScene(t, script);
  const active = session.prompt("go");
  let started = 0;
  for await (const { type } of active) {
    // Not before the last call has started: a job that ends earlier gets a notice.
    if (type === "tool_start" && ++started === script.length - 1) writeFileSync(at("go"), "");
  }
  await active.outcome;
  const [, , first, second, last] = results(session);
  assert.deepEqual([first, second, last], ["Still running. New output:\none", "Still running; no new output.", "one\ntwo\n[exit code 3]"]);
  assert.deepEqual(notices(session), []);
});

test("T2: stops a job that ignores SIGTERM, with its child processes", async (t) => {
  const stubborn = "trap '' TERM; sleep 1000 & echo $! > child; touch ready; while true; do sleep 1000; done";
  const { session, at } = await jobScene(t, [begin(stubborn), run("until [ -e ready ]; do sleep 0.01; done"), kill("j1"), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[2] ?? "", /^Job j1 has ended\./);
  assert.equal(session.state.jobs[0]?.ending, "stopped");
  const child = `/proc/${readFileSync(at("child"), "utf8").trim()}/stat`;
  assert.ok(!existsSync(child) || readFileSync(child, "utf8").includes(") Z "), "the child is running");
});

test("T7: closing the session stops its jobs and records that", async (t) => {
  const store = memoryStore();
  const { session } = await jobScene(t, [begin("sleep 1000"), "I wait."], { store });
  await session.prompt("go").outcome;
  await session.close();
  const end = (await storedIn(store, session.id)).find(({ type }) => type === "job_end");
  assert.equal((end as { readonly ending?: string } | undefined)?.ending, "stopped");
});

test("T8: notifies the model once of a job that a crash interrupted", async (t) => {
  const store = memoryStore();
  const { session, runtime } = await jobScene(t, [begin("sleep 1000"), "I wait."], { store });
  await session.prompt("go").outcome;
  const cut = await storeCutAt(store, session.id);
  await runtime.close();
  await using later = await reopen(cut, session.id, { script: () => "Hm." });
  await later.session.prompt("And?").outcome;
  await later.session.prompt("And now?").outcome;
  assert.equal(notices(later.session).length, 1);
  assert.match(notices(later.session)[0] ?? "", /^The background job j1 \(sleep 1000\) was interrupted\./);
});

test("limits a session to 16 jobs at once, and rejects unknown jobs", async (t) => {
  const calls = Array.from({ length: 17 }, () => bash("sleep 1000", { background: true }));
  const { session } = await jobScene(t, [{ calls }, output("j99"), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[16] ?? "", /^16 jobs are running already:\n- j1: sleep 1000\n/);
  assert.match(results(session)[17] ?? "", /^No job j99\. Jobs: j1, /);
});

test("a job of an agent belongs to the root session: it outlives the agent", async (t) => {
  const delegate = agentTool(async (context, text) => answerOf(await context.spawn({ tools: ["bash"] }), text));
  const script: Script = ({ messages }) => {
    const last = messages.at(-1);
    const isAgent = messages.some((message) => message.role === "user" && JSON.stringify(message).includes("below"));
    if (isAgent && last?.role === "user" && !JSON.stringify(messages).includes("delegate")) return begin("sleep 1000");
    return last?.role === "tool" ? "Done." : { calls: [{ name: "delegate", input: { text: "below" } }] };
  };
  const { session } = await jobScene(t, script, { tools: [delegate] });
  await session.prompt("go").outcome;
  assert.deepEqual(
    session.state.jobs.map(({ command, state }) => [command, state]),
    [["sleep 1000", "running"]],
  );
});

test("T1: a job with endless output keeps little of it, and its result names the file with all of it", async (t) => {
  const { session } = await jobScene(t, [begin("head -c 3000000 /dev/zero | tr '\\\\0' a"), "I wait.", "Thanks."]);
  const over = jobEnd(session);
  await session.prompt("go").outcome;
  await over;
  const end = session.entries.find(({ type }) => type === "job_end") as { readonly text?: string } | undefined;
  assert.match(end?.text ?? "", /bytes omitted here; all of it can be read in /);
  assert.ok((end?.text?.length ?? 0) < 40_000);
});

test("a fork has no jobs", async (t) => {
  const { session } = await jobScene(t, [begin("sleep 1000"), "I wait."]);
  await session.prompt("go").outcome;
  const fork = await session.fork();
  assert.deepEqual([fork.state.jobs, fork.entries.filter(({ type }) => type.startsWith("job_"))], [[], []]);
});

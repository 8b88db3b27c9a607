import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { suite, test } from "node:test";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";
import { sleeper } from "./sleeping.ts";

const bash = (command: string, more: object = {}) => ({ calls: [{ name: "bash", input: { command, ...more } }] });

const serverOf = (sleep: string): string => `${sleep} & touch up; wait`;
const { command: SLEEP, isSleeping, sleeping } = sleeper();
const SERVER = serverOf(SLEEP);
const begin = bash(SERVER, { background: true });
const up = bash("until [ -e up ]; do sleep 0.01; done");

const lastMessages = (cox: CoxScene): string => JSON.stringify(messagesOf(cox.server.requests.at(-1)));

test("ends and names a background command that outlives the task, and reports it when the session continues", async () => {
  await using cox = await openCox((_, turn) => [begin, up, "The server is up.", "I see."][turn] ?? "Hm.");
  const { code, stdout, stderr } = await cox.run(["-p", "start it", "--yes"]);
  assert.deepEqual([code, stdout], [0, "The server is up.\n"], stderr);
  assert.match(stderr, /^Job j1 .* is running in the background$/m);
  assert.match(stderr, /^cox: stopped background commands: j1 \(sleep 600\.\d+ & touch up; wait\)\.$/m);
  assert.equal(isSleeping(), false);
  assert.match(JSON.stringify(messagesOf(cox.server.requests[1])), /Started job j1\. It ends when your turn ends/);
  await cox.run(["-c", "and?"]);
  assert.match(lastMessages(cox), /The background job j1 \(.*\) was stopped\./);
});

test("names ended background commands in the result, and reports earlier ends to the model only", async () => {
  await using cox = await openCox(
    (_, turn) => [bash("echo quick", { background: true }), bash("sleep 0.5"), begin, up, "Done."][turn] ?? "Hm.",
  );
  const { stdout } = await cox.run(["-p", "go", "--yes", "--output-format", "stream-json"]);
  const lines = jsonLines(stdout);
  assert.deepEqual(lines.at(-1)?.["jobs_ended"], [{ id: "j2", command: SERVER }]);
  const changes = lines.filter(({ subtype }) => subtype === "job_change").map(({ id, state, ending }) => [id, state, ending]);
  assert.deepEqual(changes, [
    ["j1", "running", undefined],
    ["j1", "ended", "done"],
    ["j2", "running", undefined],
  ]);
  assert.match(lastMessages(cox), /The background job j1 \(echo quick\) is done\./);
  const shown = await cox.run(["sessions", "show", String(lines.at(-1)?.["session_id"])]);
  assert.match(shown.stdout, /\(job j1 started in the background: echo quick\)[^]*\(job j1 ended: done\)/);
});

// Side by side: each waits as long as what ignores a signal is given.
suite("T7: ends background commands on a signal, even those that ignore it, and saves the session", { concurrency: true }, () => {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [number, signal] of (["SIGINT", "SIGTERM", "SIGHUP"] as const).entries())
    test(`T7: ${signal} exits with ${signals[signal]}`, async () => {
      const { command, isSleeping: isServing, sleeping: serving } = sleeper(1 + number);
      const stubborn = bash(`trap '' TERM INT HUP; ${serverOf(command)}; wait`, { background: true });
      await using cox = await openCox((_, turn) => [stubborn, bash("sleep 600")][turn] ?? "Where was I?");
      const { child, ended } = cox.start(["-p", "run it", "--yes"]);
      await serving();
      child.kill(signal);
      const { code, stderr } = await ended;
      assert.equal(code, signals[signal], stderr);
      assert.match(stderr, /^cox: interrupted\. The session is saved\. /m);
      assert.match(stderr, /^Job j1 .* was stopped$|Stopped background commands: j1 /m);
      assert.equal(isServing(), false);
      assert.equal((await cox.run(["-c", "continue", "--yes"])).stdout, "Where was I?\n");
      assert.match(lastMessages(cox), /The background job j1 \(.*\) was (stopped|interrupted)\./);
    });
});

test("T8: ends jobs when the program is killed, and reports the interruption to the model once", async () => {
  await using cox = await openCox((_, turn) => [begin, bash("sleep 600")][turn] ?? "Hm.");
  const { child, ended } = cox.start(["-p", "go", "--yes"]);
  await sleeping();
  child.kill("SIGKILL");
  await ended;
  while (isSleeping()) await setImmediate();
  for (const words of ["and?", "and now?"]) assert.equal((await cox.run(["-c", words, "--yes"])).code, 0);
  const messages = lastMessages(cox);
  assert.equal(messages.split(/The background job j1 \(.*?\) was interrupted/).length, 2, messages);
});

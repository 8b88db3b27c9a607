import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { begin, eventOf, jobScene, kill, output, results, run, notices } from "../runtime/jobs.fixture.ts";

const isGone = (pid: string): boolean => {
  const status = `/proc/${pid.trim()}/stat`;
  return !existsSync(status) || readFileSync(status, "utf8").includes(") Z ");
};

const gone = async (pid: string): Promise<void> => {
  while (!isGone(pid)) await setImmediate();
};

const skip = process.platform === "linux" ? false : "reads /proc";

test("T3: a process that a job leaves running does not block it, is reported, and ends with the session", { skip }, async (t) => {
  const { session, at } = await jobScene(t, [begin("sleep 1000 & echo $! > child; echo hi"), output("j1", 60), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[1] ?? "", /^hi\n\[A process that it started is still running \(process group \d+\)/);
  assert.equal(isGone(readFileSync(at("child"), "utf8")), false);
  await session.close();
  await gone(readFileSync(at("child"), "utf8"));
});

test("T4: stops a daemon of a job with the job", { skip }, async (t) => {
  const daemon = "setsid -f sh -c 'trap \"\" TERM; echo $$ > daemon; touch up; sleep 1000; :'; sleep 1000";
  const { session, at } = await jobScene(t, [begin(daemon), run("until [ -e up ]; do sleep 0.01; done"), kill("j1"), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[2] ?? "", /^Job j1 has ended\./);
  await gone(readFileSync(at("daemon"), "utf8"));
});

test("T4: reports a daemon that a finished job left running", { skip }, async (t) => {
  const { session, at } = await jobScene(t, [
    begin("setsid -f sh -c 'echo $$ > daemon; exec sleep 1000'; until [ -s daemon ]; do sleep 0.01; done"),
    output("j1", 60),
    "Done.",
  ]);
  await session.prompt("go").outcome;
  const daemon = Number(readFileSync(at("daemon"), "utf8"));
  t.after(() => process.kill(daemon));
  assert.match(results(session)[1] ?? "", /^\[A process that it started is still running/);
});

test("L24: masks a secret that a job prints, in results and in notices", { skip }, async (t) => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const command = `printf 'ghp_%s' ${secret.slice(4)}; touch printed; until [ -e go ]; do sleep 0.01; done`;
  const script = [begin(command), run("until [ -e printed ]; do sleep 0.01; done"), output("j1"), run("touch go"), "I wait.", "Thanks."];
  const { session } = await jobScene(t, script);
  const over = eventOf(session, (event) => event.type === "job_change" && event.job.state === "ended");
  await session.prompt("go").outcome;
  await over;
  while (notices(session).length === 0) await setImmediate();
  assert.ok(results(session)[2]?.startsWith("Still running. New output:\n"));
  assert.ok(session.entries.some(({ type }) => type === "job_end"));
  assert.ok(!JSON.stringify(session.entries).includes(secret));
});

test("T9: binary output and terminal sequences of a job become plain text", async (t) => {
  const bytes = "printf 'a\\377\\000b\\033[31mred\\033[0m\\033]0;title\\007\\n'";
  const { session } = await jobScene(t, [
    begin(`${bytes}; touch printed; sleep 1000`),
    run("until [ -e printed ]; do sleep 0.01; done"),
    output("j1"),
    kill("j1"),
    "Done.",
  ]);
  await session.prompt("go").outcome;
  const [, , seen = "", end = ""] = results(session);
  for (const text of [seen, end]) {
    assert.ok(text.includes("bred"), JSON.stringify(text));
    // oxlint-disable-next-line no-control-regex -- the test is about control characters
    assert.doesNotMatch(text, /[\u0000-\u0009\u000B-\u001F\u007F]/);
  }
});

test("T10: a job has neither standard input nor a terminal", async (t) => {
  const { session } = await jobScene(t, [begin("cat; read x < /dev/tty; echo over"), output("j1", 60), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[1] ?? "", /\/dev\/tty[^]*over/);
});

test("T11: runs nothing if the folder was removed or replaced with a link to another", async (t) => {
  const { session, at } = await jobScene(t, [
    run('rm -rf "$PWD"; echo gone'),
    run("touch a"),
    begin("touch b"),
    output("j1", 60),
    "Done.",
    run("touch a"),
    begin("touch b"),
    output("j2", 60),
    "Done.",
  ]);
  await session.prompt("go").outcome;
  const [first, ...refused] = results(session);
  assert.equal(first, "gone");
  assert.match(refused[0] ?? "", /does not exist/);
  assert.match(refused[2] ?? "", /does not exist/);
  const other = temporaryFolder(t);
  symlinkSync(other, at());
  await session.prompt("again").outcome;
  assert.match(results(session)[4] ?? "", /was replaced by a link to another place/);
  assert.match(results(session)[6] ?? "", /was replaced by a link to another place/);
  assert.deepEqual([existsSync(`${other}/a`), existsSync(`${other}/b`)], [false, false]);
});

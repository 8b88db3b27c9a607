import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { begin, eventOf, jobScene, kill, look, results, run, told } from "./jobs.fixture.ts";

const isGone = (pid: string): boolean => {
  const status = `/proc/${pid.trim()}/stat`;
  return !existsSync(status) || readFileSync(status, "utf8").includes(") Z ");
};

const gone = async (pid: string): Promise<void> => {
  while (!isGone(pid)) await setImmediate();
};

const skip = process.platform === "linux" ? false : "reads /proc";

test("T3: what a job leaves in the background does not hold it, is told, and ends with the session", { skip }, async (t) => {
  const { session, at } = await jobScene(t, [begin("sleep 1000 & echo $! > child; echo hi"), look("j1", 60), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[1] ?? "", /^hi\n\[Something that it started still runs \(process group \d+\)/);
  assert.equal(isGone(readFileSync(at("child"), "utf8")), false);
  await session.close();
  await gone(readFileSync(at("child"), "utf8"));
});

test("T4: a daemon that a job has made is ended with the job", { skip }, async (t) => {
  const daemon = "setsid -f sh -c 'trap \"\" TERM; echo $$ > daemon; touch up; sleep 1000; :'; sleep 1000";
  const { session, at } = await jobScene(t, [begin(daemon), run("until [ -e up ]; do sleep 0.01; done"), kill("j1"), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[2] ?? "", /^The job j1 is over\./);
  await gone(readFileSync(at("daemon"), "utf8"));
});

test("T4: a daemon that a job has left behind in good order is told", { skip }, async (t) => {
  const { session, at } = await jobScene(t, [
    begin("setsid -f sh -c 'echo $$ > daemon; exec sleep 1000'; until [ -s daemon ]; do sleep 0.01; done"),
    look("j1", 60),
    "Done.",
  ]);
  await session.prompt("go").outcome;
  const daemon = Number(readFileSync(at("daemon"), "utf8"));
  t.after(() => process.kill(daemon));
  assert.match(results(session)[1] ?? "", /^\[Something that it started still runs/);
});

test("L24: a secret that a job writes is in no fact, whether it is looked at or told", { skip }, async (t) => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const command = `printf 'ghp_%s' ${secret.slice(4)}; touch said; until [ -e go ]; do sleep 0.01; done`;
  const script = [begin(command), run("until [ -e said ]; do sleep 0.01; done"), look("j1"), run("touch go"), "I wait.", "Thanks."];
  const { session } = await jobScene(t, script);
  const over = eventOf(session, (event) => event.type === "job_change" && event.job.state === "ended");
  await session.prompt("go").outcome;
  await over;
  while (told(session).length === 0) await setImmediate();
  assert.ok(results(session)[2]?.startsWith("It goes on. New output:\n"));
  assert.ok(session.entries.some(({ type }) => type === "job_end"));
  assert.ok(!JSON.stringify(session.entries).includes(secret));
});

test("T9: what is no text, and orders to a terminal, come from a job as plain text", async (t) => {
  const bytes = "printf 'a\\377\\000b\\033[31mred\\033[0m\\033]0;title\\007\\n'";
  const { session } = await jobScene(t, [
    begin(`${bytes}; touch said; sleep 1000`),
    run("until [ -e said ]; do sleep 0.01; done"),
    look("j1"),
    kill("j1"),
    "Done.",
  ]);
  await session.prompt("go").outcome;
  const [, , seen = "", end = ""] = results(session);
  for (const text of [seen, end]) {
    assert.ok(text.includes("bred"), JSON.stringify(text));
    // oxlint-disable-next-line no-control-regex -- control characters are what it is about
    assert.doesNotMatch(text, /[\u0000-\u0009\u000B-\u001F\u007F]/);
  }
});

test("T10: a job has neither standard input nor a terminal to ask at", async (t) => {
  const { session } = await jobScene(t, [begin("cat; read x < /dev/tty; echo over"), look("j1", 60), "Done."]);
  await session.prompt("go").outcome;
  assert.match(results(session)[1] ?? "", /\/dev\/tty[^]*over/);
});

test("T11: where the folder is gone, or a link to another has come in its place, nothing is run", async (t) => {
  const { session, at } = await jobScene(t, [
    run('rm -rf "$PWD"; echo gone'),
    run("touch a"),
    begin("touch b"),
    look("j1", 60),
    "Done.",
    run("touch a"),
    begin("touch b"),
    look("j2", 60),
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
  assert.match(results(session)[4] ?? "", /leads elsewhere/);
  assert.match(results(session)[6] ?? "", /leads elsewhere/);
  assert.deepEqual([existsSync(`${other}/a`), existsSync(`${other}/b`)], [false, false]);
});

import assert from "node:assert/strict";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isShell } from "../../context/index.ts";
import { openScene, typesIn } from "../../runtime/runtime.fixture.ts";

const cwd = await realpath(await mkdtemp(join(tmpdir(), "cox-shell-")));
after(() => rm(cwd, { recursive: true }));

test("S0-63, S0-67, S0-73: a user's command runs in the session's folder, and is recorded when it has ended", async () => {
  await using scene = await openScene({ cwd });
  assert.deepEqual(await scene.session.shell("pwd; exit 3"), { output: `${cwd}\n`, exitCode: 3 });
  const fact = scene.session.entries.find(isShell);
  assert.deepEqual([fact?.command, fact?.output, fact?.exitCode, fact?.include], ["pwd; exit 3", `${cwd}\n`, 3, true]);
});

test("S0-66: `!` includes the command and its output in the next request, `!!` only records them in the log", async () => {
  await using scene = await openScene({ cwd, script: ["ok"] });
  await scene.session.shell("!echo seen");
  await scene.session.shell("!!echo unseen");
  await scene.session.prompt("go").outcome;
  const sent = JSON.stringify(scene.model.requests[0]?.messages);
  assert.ok(sent.includes("seen"));
  assert.ok(!sent.includes("unseen"));
  assert.equal(scene.session.entries.filter(isShell).length, 2);
});

test("a command that cannot start ends too", async () => {
  const folder = await mkdtemp(join(cwd, "removed-"));
  await using scene = await openScene({ cwd: folder });
  await rm(folder, { recursive: true });
  const events = scene.session.events();
  await assert.rejects(scene.session.shell("true"));
  const received: string[] = [];
  for await (const { type } of events) if (received.push(type) && type === "shell_end") break;
  assert.deepEqual(received, ["shell_start", "shell_end"]);
});

test("S0-65: emits output as it arrives", async () => {
  await using scene = await openScene({ cwd });
  const events = scene.session.events();
  const first = events.next();
  await scene.session.shell("echo hello");
  await scene.session.close();
  const received = [(await first).value];
  for await (const event of events) received.push(event);
  assert.deepEqual(
    received.map((event) => event?.type).filter((type) => type?.startsWith("shell")),
    ["shell_start", "shell_output", "shell_end"],
  );
});

test("during a run, the entry is appended after the turn", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ cwd, script: [{ text: "one", hold: hold.promise }] });
  const run = scene.session.prompt("go");
  await scene.session.shell("true");
  assert.ok(!typesIn(scene.session.entries).includes("shell"));
  hold.resolve();
  await run.outcome;
  assert.equal(typesIn(scene.session.entries).at(-1), "shell");
});

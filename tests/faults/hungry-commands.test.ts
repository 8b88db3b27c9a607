import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { allowAll, createRuntime, fixedModels, jsonlStore, type Session, textOf } from "coxswain";
import { isMessage } from "coxswain/session";
import { builtinTools, nodeWorkspace } from "coxswain/tools";
import { scriptedModel } from "coxswain/testing";

const SPACE = 2 * 1024 * 1024;

/** Mounts a small file system for sessions and their folder. Returns undefined if it cannot be mounted. */
const openSmallDisk = async (t: TestContext, commands: readonly object[]) => {
  const folder = mkdtempSync(join(tmpdir(), "coxswain-test-"));
  const closings: (() => Promise<void>)[] = [];
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SPACE}`, "tmpfs", folder]);
  t.after(async () => {
    for (const close of closings) await close();
    if (status === 0) execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (status !== 0) return undefined;
  const root = join(folder, "project");
  mkdirSync(root);
  const open = () => {
    const model = scriptedModel((_, turn) =>
      commands[turn] === undefined ? "Done." : { calls: [{ name: "bash", input: commands[turn] }] },
    );
    const runtime = createRuntime({
      store: jsonlStore({ directory: join(folder, "sessions") }),
      models: fixedModels(model),
      tools: builtinTools(),
      policy: allowAll(),
      workspace: () => nodeWorkspace({ root }),
    });
    closings.push(() => runtime.close().catch(() => undefined));
    return { runtime, model };
  };
  return { root, open };
};

const results = ({ entries }: Session): readonly string[] =>
  entries.filter(isMessage).flatMap(({ message }) => (message.role === "tool" ? [textOf(message)] : []));

for (const background of [false, true]) {
  test(`T5: a command${background ? " in the background" : ""} that fills the disk ends, and the session loses nothing once there is space again`, async (t) => {
    const fill = { command: "dd if=/dev/zero of=filler; echo filled >&2; rm free", background };
    const filled = { command: "while [ -e free ]; do sleep 0.01; done" };
    const scene = await openSmallDisk(t, background ? [fill, filled] : [fill]);
    if (scene === undefined) return t.skip("a tmpfs cannot be mounted here");
    writeFileSync(join(scene.root, "free"), "");
    const { runtime, model } = scene.open();
    const session = await runtime.create({ model: model.info.reference, cwd: scene.root });
    const outcome = await session.prompt("go").outcome;
    // The free part of the log's last page may suffice.
    if (outcome.kind !== "done") assert.equal(outcome.kind === "failed" && outcome.error.code, "log_write");
    rmSync(join(scene.root, "filler"));
    assert.equal((await session.prompt("continue").outcome).kind, "done");
    const output = results(session);
    if (!background) assert.match(output[0] ?? "", /No space left[^]*filled/);
    await runtime.close();
    const reopened = await scene.open().runtime.open(session.id);
    assert.deepEqual([reopened.damage, results(reopened)], [[], output]);
    assert.equal(reopened.entries.filter(({ type }) => type === "job_end").length, background ? 1 : 0);
  });
}

test("T5: a command that exceeds the user's memory limit fails, and the next one runs", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "coxswain-test-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const workspace = nodeWorkspace({ root, shellPrefix: "ulimit -v 500000 -f 100" });
  t.after(() => workspace.close());
  const hog = await workspace.spawn("head -c 2G /dev/zero | tail -n 1");
  assert.match(hog.output.head, /memory/);
  const filler = await workspace.spawn("head -c 1M /dev/zero > filler");
  assert.deepEqual([filler.end.kind === "exit" && filler.end.code === 0, statSync(join(root, "filler")).size], [false, 102_400]);
  assert.equal((await workspace.spawn("echo next")).output.head, "next\n");
});

const AS_UNPRIVILEGED = "setpriv --reuid=65534 --regid=65534 --clear-groups prlimit --nproc=64";

test("T5: an abort ends a fork bomb and all its processes", { skip: process.getuid?.() !== 0 }, async (t) => {
  const root = mkdtempSync(join(tmpdir(), "coxswain-test-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const workspace = nodeWorkspace({ root });
  t.after(() => workspace.close());
  const abort = new AbortController();
  const { end, group = 0 } = await workspace.spawn(
    `${AS_UNPRIVILEGED} bash -c 'bomb() { bomb | bomb & }; bomb; while :; do sleep 1; done'`,
    {
      signal: abort.signal,
      onOutput: (text) => void (/[Rr]esource temporarily unavailable/.test(text) && abort.abort()),
    },
  );
  assert.equal(end.kind, "aborted");
  const { output } = await workspace.spawn(`ps -o pid=,stat= -g ${group} | grep -v Z`);
  assert.equal(output.head, "");
});

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync, chmodSync } from "node:fs";
import { test, type TestContext } from "node:test";
import type { Programs, Workspace } from "../index.ts";
import { confinedWorkspace } from "../sandbox/sandbox.fixture.ts";
import { temporaryWorkspace } from "../workspace.fixture.ts";

const programsOf = ({ programs }: Workspace): Programs => {
  assert.ok(programs);
  return programs;
};

/** Starts a shell script. `until` resolves with the output once it contains a string. */
const startScript = async (t: TestContext, workspace: Workspace, script: string) => {
  let output = "";
  const waiting = new Map<string, () => void>();
  const running = await programsOf(workspace).start({
    program: "/bin/sh",
    args: ["-c", script],
    onOutput(bytes) {
      output += Buffer.from(bytes).toString();
      for (const [text, resolve] of waiting) if (output.includes(text)) resolve();
    },
  });
  t.after(() => running.end());
  const until = async (text: string): Promise<string> => {
    if (!output.includes(text)) await new Promise<void>((resolve) => waiting.set(text, resolve));
    return output;
  };
  return { running, until };
};

test("a program reads its input, and deletes its folder when it ends", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { running, until } = await startScript(t, workspace, "read line; echo got $line; pwd; echo problem >&2; read line");
  running.write(Buffer.from("hello\n"));
  assert.match(await until(running.folder), /^got hello\n/);
  assert.ok(((await running.memory()) ?? 0) > 100_000);
  await running.end();
  assert.equal(existsSync(running.folder), false);
  assert.equal(running.errors, "problem\n");
  assert.deepEqual(await running.ended, { kind: "killed", signal: "SIGTERM" });
});

test("T18: processes that a program left running end with it, also those that ignore SIGTERM", { timeout: 15_000 }, async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { running, until } = await startScript(
    t,
    workspace,
    `sh -c 'trap "" TERM; echo pid $$ ready; while :; do sleep 1; done' & read line; exit 3`,
  );
  const id = Number(/pid (\d+) ready/.exec(await until("ready"))?.[1]);
  running.write(Buffer.from("\n"));
  assert.deepEqual(await running.ended, { kind: "exit", code: 3 });
  while (isRunning(id)) await new Promise((resolve) => setImmediate(resolve));
});

test("T18: a daemon that a program started ends with it", { timeout: 15_000 }, async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const daemon =
    "const { spawn } = require('child_process'); console.log('pid', spawn('sleep', ['1000'], { detached: true }).pid, 'ready')";
  const { running, until } = await startScript(t, workspace, `"${process.execPath}" -e "${daemon}"; read line`);
  const id = Number(/pid (\d+) ready/.exec(await until("ready"))?.[1]);
  assert.equal(isRunning(id), true);
  await running.end();
  while (isRunning(id)) await new Promise((resolve) => setImmediate(resolve));
});

/** False also for a process that has been killed, and not been reaped yet. */
const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch {
    return false;
  }
};

test("a confined program can write only in its own folder, and has no network", async (t) => {
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: ["*"] } });
  if (made === undefined) return;
  writeFileSync(made.at("readable"), "content");
  const script = `cat ${made.at("readable")}; touch ${made.at("new")} || echo refused; touch mine && echo wrote; grep -c eth /proc/net/dev; echo end; read line`;
  const { running, until } = await startScript(t, made.workspace, script);
  assert.equal(await until("end\n"), "contentrefused\nwrote\n0\nend\n");
  assert.equal(running.confinement.kind, "bubblewrap");
  await running.end();
  assert.equal(existsSync(made.at("new")), false);
});

test("closing the workspace ends its programs", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { running, until } = await startScript(t, workspace, "echo ready; read line");
  await until("ready");
  await workspace.close();
  assert.equal((await running.ended).kind, "killed");
});

test("programs of the workspace and of node_modules on the path are not found, unless their folder is named", async (t) => {
  const made = temporaryWorkspace(t);
  const other = temporaryWorkspace(t);
  for (const folder of [made.at("bin"), other.at("node_modules/.bin"), other.at("tools")]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/planted`, "#!/bin/sh\n");
    chmodSync(`${folder}/planted`, 0o755);
  }
  const path = ["bin", made.at("bin"), other.at("node_modules/.bin")].join(":");
  const { workspace } = temporaryWorkspace(t, { root: made.root, env: { PATH: path } });
  assert.equal(await programsOf(workspace).find("planted"), undefined);
  assert.equal(await programsOf(workspace).find("planted", [made.at("bin")]), made.at("bin/planted"));
  const outside = temporaryWorkspace(t, { root: made.root, env: { PATH: `${path}:${other.at("tools")}` } });
  assert.equal(await programsOf(outside.workspace).find("planted"), other.at("tools/planted"));
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

/** Starts a process that runs a command in a workspace, and gives the numbers that the command printed. */
const startOwner = async (root: string, command: string) => {
  const program = `
    import { writeSync } from "node:fs";
    import { nodeWorkspace } from ${JSON.stringify(join(import.meta.dirname, "..", "index.ts"))};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(root)} });
    await workspace.spawn(${JSON.stringify(command)}, { onOutput: (text) => writeSync(1, text) });
    writeSync(1, "over ");
    process.stdin.resume();`;
  const owner = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  owner.stdout.on("data", (data: Buffer) => (said += data.toString()));
  const saying = async (text: string) => {
    while (!said.includes(text)) await once(owner.stdout, "data");
    return said.match(/\d+/g)?.map(Number) ?? [];
  };
  return { owner, saying };
};

const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};

const gone = async (pids: readonly number[]): Promise<void> => {
  while (!pids.every(isGone)) await setImmediate();
};

test("T8: when the process is killed, its command ends with all that it started", { skip }, async (t) => {
  const { owner, saying } = await startOwner(temporaryFolder(t), "sleep 1000 & echo $$ $!; echo ready; wait");
  const pids = await saying("ready");
  assert.equal(pids.length, 2);
  owner.kill("SIGKILL");
  await gone(pids);
});

test("T8: what ignores SIGTERM and what left the group end too", { skip }, async (t) => {
  const { owner, saying } = await startOwner(
    temporaryFolder(t),
    "trap '' TERM; setsid -f sh -c 'echo $$; exec sleep 1000'; echo $$; sleep 0.2; echo ready; sleep 1000; sleep 1000",
  );
  const pids = await saying("ready");
  assert.equal(pids.length, 2);
  owner.kill("SIGKILL");
  await gone(pids);
});

test("T8: what a command left running in the background ends as well", { skip }, async (t) => {
  const { owner, saying } = await startOwner(temporaryFolder(t), "sleep 1000 >/dev/null 2>&1 & echo $!");
  const pids = await saying("over");
  assert.equal(pids.length, 1);
  assert.ok(!isGone(pids[0] ?? 0));
  owner.kill("SIGKILL");
  await gone(pids);
});

test("a process whose commands have ended leaves nothing behind", { skip }, async (t) => {
  const { owner, saying } = await startOwner(temporaryFolder(t), "echo done");
  await saying("over");
  const children = readFileSync(`/proc/${owner.pid}/task/${owner.pid}/children`, "utf8").trim().split(" ").map(Number);
  assert.equal(children.length, 1, "the guard");
  owner.stdin.end();
  await once(owner, "close");
  await gone(children);
});

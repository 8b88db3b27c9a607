import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

/** Starts a process that runs commands in a workspace, one after the other, and returns the numbers that they print. */
const startOwner = async (root: string, ...commands: readonly string[]) => {
  const program = `
    import { writeSync } from "node:fs";
    import { nodeWorkspace } from ${JSON.stringify(join(import.meta.dirname, "..", "index.ts"))};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(root)} });
    for (const command of ${JSON.stringify(commands)}) await workspace.spawn(command, { onOutput: (text) => writeSync(1, text) });
    writeSync(1, "over ");
    process.stdin.resume();`;
  const owner = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  owner.stdout.on("data", (data: Buffer) => (output += data.toString()));
  const numbersAfter = async (text: string) => {
    while (!output.includes(text)) await once(owner.stdout, "data");
    return output.match(/\d+/g)?.map(Number) ?? [];
  };
  return { owner, numbersAfter };
};

const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};

const childrenOf = (pid = 0): readonly number[] => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const gone = async (pids: readonly number[]): Promise<void> => {
  while (!pids.every(isGone)) await setImmediate();
};

test("T8: when the process is killed, its command ends with all processes that it started", { skip }, async (t) => {
  const { owner, numbersAfter } = await startOwner(temporaryFolder(t), "sleep 1000 & echo $$ $!; echo ready; wait");
  const pids = await numbersAfter("ready");
  assert.equal(pids.length, 2);
  owner.kill("SIGKILL");
  await gone(pids);
});

test("T8: processes that ignore SIGTERM or left the group end too", { skip }, async (t) => {
  const { owner, numbersAfter } = await startOwner(
    temporaryFolder(t),
    "trap '' TERM; setsid -f sh -c 'echo $$; exec sleep 1000'; echo $$; sleep 0.2; echo ready; sleep 1000; sleep 1000",
  );
  const pids = await numbersAfter("ready");
  assert.equal(pids.length, 2);
  owner.kill("SIGKILL");
  await gone(pids);
});

test("T8: processes that a command left in the background end too", { skip }, async (t) => {
  const { owner, numbersAfter } = await startOwner(temporaryFolder(t), "sleep 1000 >/dev/null 2>&1 & echo $!");
  const pids = await numbersAfter("over");
  assert.equal(pids.length, 1);
  assert.ok(!isGone(pids[0] ?? 0));
  owner.kill("SIGKILL");
  await gone(pids);
});

test("a daemon of a command that ended normally continues to run", { skip }, async (t) => {
  const daemon = "setsid -f sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1'; sleep 0.1";
  const { owner, numbersAfter } = await startOwner(temporaryFolder(t), daemon, "echo $$; echo ready; sleep 1000");
  const [left = 0, running = 0] = await numbersAfter("ready");
  const children = childrenOf(owner.pid);
  owner.kill("SIGKILL");
  // The guard too: by then it has finished.
  await gone([running, ...children]);
  assert.ok(!isGone(left));
  process.kill(left, "SIGKILL");
});

test("a process whose commands have ended leaves no processes", { skip }, async (t) => {
  const { owner, numbersAfter } = await startOwner(temporaryFolder(t), "echo done");
  await numbersAfter("over");
  const children = childrenOf(owner.pid);
  assert.equal(children.length, 1, "the guard");
  owner.stdin.end();
  await once(owner, "close");
  await gone(children);
});

test("T8: a command whose group the guard does not know yet ends too", { skip }, async () => {
  const program = `
    import { spawn } from "node:child_process";
    import { writeSync } from "node:fs";
    import { OrphanGuard } from ${JSON.stringify(join(import.meta.dirname, "orphan-guard.ts"))};
    const { env } = new OrphanGuard().begin();
    const { pid } = spawn("sleep", ["1000"], { detached: true, env: { PATH: process.env.PATH, ...env } });
    writeSync(1, String(pid));
    process.kill(process.pid, "SIGKILL");`;
  const owner = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [pid] = (await once(owner.stdout, "data")) as [Buffer];
  await gone([Number(pid.toString())]);
});

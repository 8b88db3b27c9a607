import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { ProcessError } from "../errors.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import { orphanGuardLoader } from "./load-orphan-guard.ts";
import { startService } from "./service-process.ts";

const skip = process.platform === "linux" ? false : "reads /proc";

const start = async (t: TestContext, script: string, args: readonly string[] = []) => {
  const cwd = temporaryFolder(t);
  const env = { PATH: process.env["PATH"] ?? "" };
  const service = await startService({ command: "sh", args: ["-c", script, ...args], cwd, env, guard: orphanGuardLoader() });
  t.after(() => service.end());
  return service;
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

test("passes arguments without a shell, and speaks over the standard streams", async (t) => {
  const { stdin, stdout, exited } = await start(t, 'echo "$0"; cat', ["a b; $(exit 1)"]);
  stdin.end("ahoy");
  assert.equal(await text(stdout), "a b; $(exit 1)\nahoy");
  assert.deepEqual(await exited, { code: 0, signal: null });
});

test("retains the end of standard error, and never lets the service wait for it", async (t) => {
  const { errors, exited } = await start(t, "yes line | head -c 1000000 >&2; echo last >&2");
  await exited;
  assert.ok(errors().length <= 4096);
  assert.match(errors(), /^(?:line\n)+last\n$/);
});

test("rejects a program or a folder that does not exist", async () => {
  const options = { args: [], env: { PATH: "/usr/bin:/bin" }, guard: orphanGuardLoader() };
  const fails = (error: unknown) => error instanceof ProcessError && error.code === "process_start" && /not found/.test(error.message);
  await assert.rejects(startService({ ...options, command: "no-such-program", cwd: "/" }), fails);
  await assert.rejects(startService({ ...options, command: "sh", cwd: "/no/such/folder" }), fails);
});

test("a service that ends at the end of its input gets no signal", async (t) => {
  const { exited, end } = await start(t, "cat >/dev/null; exit 7");
  await end();
  assert.deepEqual(await exited, { code: 7, signal: null });
});

test("a service that ignores the end of its input gets SIGTERM, and time to end", async (t) => {
  const { stdout, exited, end } = await start(t, "trap 'sleep 0.3; exit 9' TERM; echo ready; while :; do sleep 0.1; done");
  await once(stdout, "data");
  await end();
  assert.deepEqual(await exited, { code: 9, signal: null });
});

test("ends a service that ignores SIGTERM, its children, and those that left its group", { skip }, async (t) => {
  const { stdout, exited, end } = await start(
    t,
    "trap '' TERM; setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' & sleep 1000 & echo $! $$; sleep 1000; sleep 1000",
  );
  let output = "";
  stdout.on("data", (data: Buffer) => (output += data.toString()));
  while ((output.match(/\d+/g) ?? []).length < 3) await once(stdout, "data");
  await end();
  assert.equal((await exited).signal, "SIGKILL");
  await gone(output.match(/\d+/g)?.map(Number) ?? []);
});

test("when a service exits, its processes end too", { skip }, async (t) => {
  const { stdout, exited } = await start(t, "setsid -f sleep 1000 >/dev/null 2>&1; sleep 1000 >/dev/null 2>&1 & echo $!");
  const [child] = (await once(stdout, "data")) as [Buffer];
  await exited;
  await gone([Number(child.toString())]);
});

test("T8: a service ends when this process is killed", { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const program = `
    import { writeSync } from "node:fs";
    import { orphanGuardLoader, startService } from ${JSON.stringify(join(import.meta.dirname, "..", "index.ts"))};
    const args = ["-c", "trap '' TERM; setsid sh -c 'echo $$; exec sleep 1000' & echo $$; sleep 1000; sleep 1000"];
    const env = { PATH: process.env.PATH };
    const service = await startService({ command: "sh", args, cwd: ${JSON.stringify(folder)}, env, guard: orphanGuardLoader() });
    service.stdout.on("data", (data) => writeSync(1, data));`;
  const owner = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  owner.stdout.on("data", (data: Buffer) => (output += data.toString()));
  while ((output.match(/\d+\n/g) ?? []).length < 2) await once(owner.stdout, "data");
  owner.kill("SIGKILL");
  await gone(output.match(/\d+/g)?.map(Number) ?? []);
});

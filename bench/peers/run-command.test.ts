import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { memorySampler } from "./memory-sampler.ts";
import { type Command, runCommand, type RunOptions, type Taken } from "./run-command.ts";

const run = async (script: string, options: Partial<RunOptions> = {}): Promise<Taken> => {
  await using sampler = memorySampler();
  const command: Command = { argv: ["bash", "-c", script], cwd: tmpdir(), environment: { GREETING: "hello" } };
  return await runCommand(command, { signal: new AbortController().signal, sampler, timeout: 60_000, ...options });
};

const skip = process.platform === "win32" ? "needs bash" : false;

test("returns the output of a program that has only the given environment", { skip }, async () => {
  process.env["NOT_FOR_CHILDREN"] = "1";
  assert.equal((await run('echo "$GREETING$NOT_FOR_CHILDREN"')).stdout, "hello\n");
});

test("accounts for the processes that the program starts", { skip }, async () => {
  const none = await run("true");
  const child = await run(`bash -c 'for ((at = 0; at < 200000; at++)); do :; done'`);
  assert.ok(child.cpuMs > none.cpuMs + 20, `${child.cpuMs} ms beside ${none.cpuMs} ms`);
});

test("measures the memory of the whole tree", { skip: existsSync("/proc/self/task") ? false : "needs /proc" }, async () => {
  const script = `${process.execPath} --eval "const held = Buffer.alloc(100e6, 1); setTimeout(() => held, 300)"; true`;
  assert.ok((await run(script)).peakMB > 100);
});

test("rejects a program that fails, with its output", { skip }, async () => {
  await assert.rejects(run("echo broken >&2; exit 3"), /exited with 3: broken/);
});

test("ends a program that takes too long, and its children", { skip }, async () => {
  await assert.rejects(run("sleep 60 & wait", { timeout: 50 }), /did not end within 0.05 s/);
});

test("ends the program when it is aborted", { skip }, async () => {
  const controller = new AbortController();
  const running = run("sleep 60", { signal: controller.signal });
  controller.abort();
  await assert.rejects(running, { name: "AbortError" });
});

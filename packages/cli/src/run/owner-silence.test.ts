import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { type Clock, watchOwner } from "./owner-silence.ts";

/** A process that can be stopped, and a clock that the test sets. */
const scene = async (t: TestContext) => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await once(child.stdout, "data");
  let now = 0;
  let check = (): void => {};
  const clock: Clock = {
    now: () => now,
    every(_, call) {
      check = call;
      return { [Symbol.dispose]: () => (check = () => {}) };
    },
  };
  const lines: string[] = [];
  const watch = (host = hostname()): Disposable =>
    watchOwner({ owner: { pid: child.pid ?? 0, host, since: 0 }, sessionId: "s1" }, "press Ctrl+D", (line) => lines.push(line), clock);
  /** Runs the checks of these milliseconds. */
  const pass = (milliseconds: number): readonly string[] => {
    for (const end = now + milliseconds; now < end; check()) now += 1000;
    return lines;
  };
  /** The kernel stops and continues a process soon after the signal. */
  const send = async (signal: "SIGSTOP" | "SIGCONT"): Promise<void> => {
    child.kill(signal);
    const state = (): string => readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1] ?? "";
    while (state().startsWith("T") !== (signal === "SIGSTOP")) await setImmediate();
  };
  return { pid: child.pid, watch, pass, send };
};

const LINUX = { skip: process.platform === "linux" ? false : "reads /proc" };

test("A9: an owner that stays stopped for 10 s is reported once, with its process and what to do", LINUX, async (t) => {
  const { pid, watch, pass, send } = await scene(t);
  using _ = watch();
  assert.deepEqual(pass(60_000), [], "it runs");
  await send("SIGSTOP");
  assert.deepEqual(pass(10_000), []);
  const [line = "", ...more] = pass(60_000);
  assert.equal(
    line,
    `process ${pid}, which has the session open, does not answer: it is stopped. Continue it with \`kill -CONT ${pid}\` or \`fg\`, ` +
      `end it with \`kill -KILL ${pid}\`, or press Ctrl+D and work in a copy: cox -r s1 --fork "task"`,
  );
  assert.deepEqual(more, []);
  await send("SIGCONT");
  assert.equal(pass(60_000).length, 1);
  await send("SIGSTOP");
  assert.equal(pass(60_000).length, 2, "it was stopped again");
});

test("an owner on another machine is not examined", LINUX, async (t) => {
  const { watch, pass, send } = await scene(t);
  await send("SIGSTOP");
  using _ = watch("elsewhere");
  assert.deepEqual(pass(60_000), []);
});

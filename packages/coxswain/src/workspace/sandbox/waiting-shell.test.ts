import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import fc from "fast-check";
import { MOST_SENT, WAITING, waiting, waitingShell } from "./waiting-shell.ts";

/** Starts a waiting shell with a program to run, and with checks. */
const start = (program: readonly string[], checks: readonly string[] = []) => {
  const [shell = "", ...args] = [...waiting(checks), ...program];
  const child = spawn(shell, args, { stdio: ["ignore", "pipe", "inherit", "ignore", "pipe"], env: { PATH: "/usr/bin:/bin" } });
  const socket = (child.stdio as readonly unknown[])[WAITING] as Socket;
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { socket, shell: waitingShell(socket), output: text(child.stdout as Readable), exited };
};

test("runs its program when it is ordered to, and without the checks", async () => {
  const { shell, output, exited } = start(["printf", "%s,", "a b", "*"], ["/bin/false"]);
  assert.equal(await shell.ready, true);
  shell.run();
  assert.deepEqual([await shell.ran, await output, await exited], [true, "a b,*,", 0]);
});

test("runs the checks first when it is ordered to", async () => {
  const { shell, output, exited } = start(["printf", "%s,", "a b"], ["/bin/sh", "-c", 'echo checked; exec "$@"', "sh"]);
  shell.check();
  assert.deepEqual([await shell.ran, await output, await exited], [true, "checked\na b,", 0]);
});

test("runs nothing if its socket closes before a whole order", async () => {
  for (const order of ["", "+touch x\n", "+touch x\nru", "+touch x\nrun", "ready\n", "\n", "rm\n"]) {
    const { socket, shell, output, exited } = start(["echo", "ran"]);
    assert.equal(await shell.ready, true);
    socket.end(order);
    assert.deepEqual([await exited, await shell.ran, await output], [126, false, ""], order);
  }
});

test("its program has neither the socket nor a variable of the shell", async () => {
  const { shell, output } = start(["/bin/sh", "-c", "[ -e /proc/self/fd/4 ] || echo closed; env"]);
  shell.run();
  assert.match(await output, /^closed\n(?:PWD=.*\n|PATH=.*\n|OLDPWD=.*\n|_=.*\n|SHLVL=.*\n)+$/);
});

test("a command of any characters arrives as the last argument", async () => {
  const command = fc.string({
    unit: fc.oneof(fc.constantFrom("\n", "\\", "+", " ", "\t", "$", "'", "\r"), fc.string({ unit: "grapheme", maxLength: 1 })),
  });
  await fc.assert(
    fc.asyncProperty(
      command.filter((value) => !value.includes("\0")),
      async (value) => {
        const { shell, output } = start(["printf", "%s|", "first"]);
        shell.run(value);
        assert.equal(await output, `first|${value}|`);
      },
    ),
    { numRuns: 60, examples: [["\u0081\u0082\u0088\u00ff"], ["\n\n"], [""], ["run\ncheck\n+\n"], ["x".repeat(MOST_SENT)]] },
  );
});

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { ProcessLineTerminal } from "./process-line-terminal.ts";

/** A terminal over streams, with what its listener received. */
const openTerminal = () => {
  const stdin = new PassThrough();
  const signals = new EventEmitter();
  const terminal = new ProcessLineTerminal({
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: { columns: 80, write() {} },
    signals: signals as unknown as NodeJS.Process,
  });
  const received: string[] = [];
  terminal.start({
    typed: (text) => received.push(text),
    interrupted: () => received.push("^C"),
    continued: () => received.push("fg"),
    ended: () => received.push("^D"),
  });
  return { stdin, signals, terminal, received };
};

test("lines that arrive together are one string, and others are separate", async () => {
  const { stdin, terminal, received } = openTerminal();
  stdin.write("one\n");
  await terminal.drained();
  stdin.write("two\n");
  stdin.write("  three\r\n");
  await terminal.drained();
  stdin.write("half");
  await terminal.drained();
  assert.deepEqual(received, ["one", "two\n  three"]);
  stdin.write(" a line\n");
  await terminal.drained();
  assert.deepEqual(received.at(-1), "half a line");
});

test("removes the codes of keys and other control characters from a line", async () => {
  const { stdin, terminal, received } = openTerminal();
  stdin.write("up\u001b[A\u001b[200~ pasted\u001b[201~\u0007\ttab\n");
  await terminal.drained();
  assert.deepEqual(received, ["up pasted\ttab"]);
});

test("reports Ctrl+C, without the line that it ends, a return from Ctrl+Z, and the end of the input", async () => {
  const { stdin, signals, terminal, received } = openTerminal();
  stdin.write("half");
  await terminal.drained();
  signals.emit("SIGINT");
  signals.emit("SIGCONT");
  stdin.end("one\n");
  await terminal.drained();
  assert.deepEqual(received.toSorted(), ["^C", "^D", "fg", "one"]);
});

test("releases the terminal when it stops", () => {
  const { stdin, signals, terminal } = openTerminal();
  terminal.stop();
  assert.deepEqual([stdin.listenerCount("data"), stdin.isPaused(), signals.eventNames()], [0, true, []]);
});

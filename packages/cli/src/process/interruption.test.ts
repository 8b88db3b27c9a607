import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { interruption, type SignalSource } from "./interruption.ts";

/** A fake process that records its exit code. */
const source = () => {
  const emitter = new EventEmitter();
  const exits: unknown[] = [];
  const exit = (code?: unknown): never => {
    exits.push(code);
    return undefined as never;
  };
  return { emitter, exits, signals: Object.assign(emitter, { exit }) as unknown as SignalSource };
};

test("aborts with the code of the first signal and exits at once on the second", () => {
  const { emitter, exits, signals } = source();
  const interrupted = interruption(signals);
  assert.equal(interrupted.code, undefined);
  emitter.emit("SIGTERM", "SIGTERM");
  assert.deepEqual([interrupted.code, interrupted.signal.aborted, exits], [143, true, []]);
  emitter.emit("SIGINT", "SIGINT");
  assert.equal(exits[0], 143);
});

test("restores the default signal behavior after disposal", () => {
  const { emitter, signals } = source();
  interruption(signals)[Symbol.dispose]();
  assert.deepEqual(emitter.eventNames(), []);
});

test("while another program has the terminal, Ctrl+C is for that program", () => {
  const { emitter, signals } = source();
  const interrupted = interruption(signals);
  {
    using _ = interrupted.lendTerminal();
    emitter.emit("SIGINT", "SIGINT");
    assert.equal(interrupted.code, undefined);
  }
  emitter.emit("SIGINT", "SIGINT");
  assert.equal(interrupted.code, 130);
});

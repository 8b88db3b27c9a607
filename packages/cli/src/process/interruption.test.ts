import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { interruption, type SignalSource } from "./interruption.ts";

/** A process that only says how it was left. */
const source = () => {
  const emitter = new EventEmitter();
  const exits: unknown[] = [];
  const exit = (code?: unknown): never => {
    exits.push(code);
    return undefined as never;
  };
  return { emitter, exits, signals: Object.assign(emitter, { exit }) as unknown as SignalSource };
};

test("the first signal aborts and names its code, the second leaves at once with that code", () => {
  const { emitter, exits, signals } = source();
  const interrupted = interruption(signals);
  assert.equal(interrupted.code, undefined);
  emitter.emit("SIGTERM", "SIGTERM");
  assert.deepEqual([interrupted.code, interrupted.signal.aborted, exits], [143, true, []]);
  emitter.emit("SIGINT", "SIGINT");
  assert.equal(exits[0], 143);
});

test("once it is disposed of, signals do what they always do", () => {
  const { emitter, signals } = source();
  interruption(signals)[Symbol.dispose]();
  assert.deepEqual(emitter.eventNames(), []);
});

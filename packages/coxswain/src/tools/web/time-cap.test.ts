import assert from "node:assert/strict";
import { test } from "node:test";
import { timeCap, unlessAborted } from "./time-cap.ts";

/** A clock that is moved by hand. */
const clock = () => {
  let now = 0;
  const due = new Map<() => void, number>();
  return {
    timers: {
      now: () => now,
      after(milliseconds: number, action: () => void) {
        due.set(action, now + milliseconds);
        return () => void due.delete(action);
      },
    },
    pass: (milliseconds: number): void => {
      now += milliseconds;
      for (const [action, at] of due) {
        if (at > now) continue;
        due.delete(action);
        action();
      }
    },
    due,
  };
};

test("a person's time does not count, and all other time does, before and after", async () => {
  const { timers, pass } = clock();
  const cap = timeCap(100, timers);
  pass(60);
  const answered = Promise.withResolvers<string>();
  const asked = cap.without(() => answered.promise);
  pass(10_000);
  assert.equal(cap.signal.aborted, false);
  answered.resolve("yes");
  assert.equal(await asked, "yes");
  pass(39);
  assert.equal(cap.signal.aborted, false);
  pass(1);
  assert.equal(cap.signal.aborted, true);
});

test("once it has ended nothing is waited for", async () => {
  const { timers, pass, due } = clock();
  const cap = timeCap(100, timers);
  await assert.rejects(
    cap.without(() => Promise.reject(new Error("denied"))),
    { message: "denied" },
  );
  cap.end();
  assert.equal(due.size, 0);
  pass(1000);
  assert.equal(cap.signal.aborted, false);
});

test("what cannot be stopped is left behind when its signal aborts, before or while it is waited for", async () => {
  const never = new Promise<string>(() => {});
  const abort = new AbortController();
  const waiting = unlessAborted(never, abort.signal);
  abort.abort(new Error("over"));
  await assert.rejects(waiting, { message: "over" });
  await assert.rejects(unlessAborted(never, abort.signal), { message: "over" });
  assert.equal(await unlessAborted(Promise.resolve("there"), new AbortController().signal), "there");
});

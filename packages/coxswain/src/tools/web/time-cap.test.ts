import assert from "node:assert/strict";
import { test } from "node:test";
import { timeCap } from "./time-cap.ts";

/** Clock with manual control. */
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

test("excludes the user's time, and counts all other time before and after", async () => {
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

test("does not expire after its end", async () => {
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { liveTail } from "./live-tail.ts";

test("S0-65: emits the first output at once, later output once per interval, and the rest at the end", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shown: string[] = [];
  const live = liveTail((text) => shown.push(text));
  live.push("a");
  live.push("b");
  live.push("c");
  assert.deepEqual(shown, ["a"]);
  t.mock.timers.tick(100);
  assert.deepEqual(shown, ["a", "abc"]);
  t.mock.timers.tick(1000);
  assert.deepEqual(shown, ["a", "abc"]);
  live.push("d");
  live.push("e");
  live.finish();
  t.mock.timers.tick(1000);
  assert.deepEqual(shown, ["a", "abc", "abcd", "abcde"]);
});

test("shows only the end of long output", () => {
  const shown: string[] = [];
  const live = liveTail((text) => shown.push(text));
  live.push("x".repeat(10_000));
  live.finish();
  assert.deepEqual(
    shown.map((text) => text.length),
    [4000],
  );
});

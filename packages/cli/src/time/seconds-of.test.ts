import assert from "node:assert/strict";
import { test } from "node:test";
import { secondsOf } from "./seconds-of.ts";

test("parses a number with a unit", () => {
  assert.deepEqual(
    ["90s", "10m", "2h", "1.5h", "0.5s"].map((given) => secondsOf("--max-time", given)),
    [90, 600, 7_200, 5_400, 0.5],
  );
});

test("parses 0 with or without a unit", () => {
  assert.deepEqual(
    ["0", "0s", "0m", "0.0h"].map((given) => secondsOf("--max-time", given)),
    [0, 0, 0, 0],
  );
});

test("rejects an invalid duration with examples", () => {
  for (const given of ["10", "m", "00", "-1m", "10 m", "1e3s", "10min"]) {
    const message = `--max-time must be a duration such as 90s, 10m or 2h, not ${given}`;
    assert.throws(() => secondsOf("--max-time", given), { name: "UsageError", message });
  }
});

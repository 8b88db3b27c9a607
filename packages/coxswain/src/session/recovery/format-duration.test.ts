import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "./format-duration.ts";

test("formats a duration in the largest unit that yields at least two", () => {
  const formatted = [0, 400, 4_000, 18_400, 90_000, 120_000, 150_000, 7_200_000, 90_000_000, 172_800_000, 8_640_000_000].map(
    formatDuration,
  );
  assert.deepEqual(formatted, ["0 s", "0.4 s", "4 s", "18 s", "90 s", "2 min", "2.5 min", "2 h", "25 h", "2 days", "100 days"]);
});

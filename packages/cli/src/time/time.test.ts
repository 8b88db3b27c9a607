import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "../argv/index.ts";
import { parseEndTime, parseTime, parseDuration } from "./time.ts";

const NOW = new Date(2026, 10, 21, 12, 30).getTime();
const since = (time: string): Date => new Date(parseTime("--since", time, NOW));

test("parses a date as the start of the local day, or as its end", () => {
  assert.deepEqual(since("2026-11-01"), new Date(2026, 10, 1));
  assert.deepEqual(new Date(parseEndTime("--until", "2026-12-31", NOW)), new Date(2027, 0, 1));
});

test("parses an age relative to now", () => {
  assert.equal(since("24h").getTime(), NOW - 24 * 3_600_000);
  assert.equal(since("7d").getTime(), since("1w").getTime());
  assert.equal(parseEndTime("--until", "2h", NOW), NOW - 2 * 3_600_000);
});

test("rejects other input with a usage error that lists the formats", () => {
  for (const time of ["", "yesterday", "2026-13-01", "2026-02-31", "0000-00-00", "7", "-1d", "1y", "7d ", "9999999d"]) {
    assert.throws(
      () => since(time),
      (error) =>
        error instanceof UsageError &&
        error.message === `--since must be a date such as 2026-11-21 or an age such as 7d or 24h, not ${time}`,
    );
  }
});

test("parses a number with a unit", () => {
  assert.deepEqual(
    ["90s", "10m", "2h", "1.5h", "0.5s"].map((duration) => parseDuration("--max-time", duration)),
    [90, 600, 7_200, 5_400, 0.5],
  );
});

test("parses 0 with or without a unit", () => {
  assert.deepEqual(
    ["0", "0s", "0m", "0.0h"].map((duration) => parseDuration("--max-time", duration)),
    [0, 0, 0, 0],
  );
});

test("rejects an invalid duration with examples", () => {
  for (const duration of ["10", "m", "00", "-1m", "10 m", "1e3s", "10min"]) {
    const message = `--max-time must be a duration such as 90s, 10m or 2h, not ${duration}`;
    assert.throws(() => parseDuration("--max-time", duration), { name: "UsageError", message });
  }
});

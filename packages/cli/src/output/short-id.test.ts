import assert from "node:assert/strict";
import { test } from "node:test";
import { shortId, shortIds } from "./short-id.ts";

const EARLY = "019ac3e4-1111-7abc-8def-0123456789ab";

test("shortens an id to its random end, and leaves a short one whole", () => {
  assert.equal(shortId(EARLY), "456789ab");
  assert.equal(shortId("claude-s-1"), "claude-s-1");
});

test("makes short ids long enough to differ", () => {
  assert.deepEqual(shortIds([EARLY, EARLY.replace("3456789ab", "4456789ab")]), ["3456789ab", "4456789ab"]);
  assert.deepEqual(shortIds([EARLY, EARLY]), [EARLY, EARLY]);
  assert.deepEqual(shortIds([]), []);
});

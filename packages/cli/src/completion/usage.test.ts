import assert from "node:assert/strict";
import { test } from "node:test";
import { slotsAfter, slotsOf } from "./usage.ts";

const slot = (words: readonly string[], values: readonly string[] = [], repeats = false) => ({ words, values, repeats });

test("parses a usage line into slots of words and placeholders", () => {
  assert.deepEqual(slotsOf("cox sessions show|path|delete ID"), [slot(["show", "path", "delete"]), slot([], ["ID"])]);
  assert.deepEqual(slotsOf("cox auth check [PROVIDER ...]"), [slot(["check"]), slot([], ["PROVIDER"], true)]);
  assert.deepEqual(slotsOf("cox sessions [list] [--all] [--project NAME|PATH] [--since DATE]"), [slot(["list"])]);
  assert.deepEqual(slotsOf("cox sessions prune --older-than AGE [--dry-run]"), [slot(["prune"])]);
  assert.deepEqual(slotsOf("cox stats [--by day|model|project] [--since DATE]"), []);
  assert.deepEqual(slotsOf('cox search "words"'), [slot([])]);
  assert.deepEqual(slotsOf("cox doctor"), []);
});

test("returns the next slots of every usage line that matches", () => {
  const usage = ["cox trust [DIR] [--yes]", "cox trust list", "cox trust revoke [DIR]"];
  assert.deepEqual(slotsAfter(usage, []), [slot([], ["DIR"]), slot(["list"]), slot(["revoke"])]);
  assert.deepEqual(slotsAfter(usage, ["revoke"]), [slot([], ["DIR"])]);
  assert.deepEqual(slotsAfter(usage, ["revoke", "x"]), []);
  assert.deepEqual(slotsAfter(["cox models [FILTER ...]"], ["a", "b"]), [slot([], ["FILTER"], true)]);
});

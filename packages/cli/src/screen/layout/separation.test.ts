import assert from "node:assert/strict";
import { test } from "node:test";
import { isSeparate } from "./separation.ts";

test("an empty row is between a piece of work and text, and between turns, but not between the steps of a turn", () => {
  assert.equal(isSeparate(undefined, "user"), false);
  assert.equal(isSeparate("user", "reasoning"), true);
  assert.equal(isSeparate("reasoning", "call"), false);
  assert.equal(isSeparate("call", "call"), false);
  assert.equal(isSeparate("call", "reasoning"), true);
  assert.equal(isSeparate("reasoning", "reasoning"), false);
  assert.equal(isSeparate("call", "text"), true);
});

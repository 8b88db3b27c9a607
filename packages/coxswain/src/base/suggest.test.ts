import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editDistance, nearestName } from "./suggest.ts";

test("each added, removed, changed or swapped letter counts one", () => {
  assert.equal(editDistance("model", "model"), 0);
  assert.equal(editDistance("modle", "model"), 1);
  assert.equal(editDistance("modl", "model"), 1);
  assert.equal(editDistance("models", "model"), 1);
  assert.equal(editDistance("nodel", "model"), 1);
  assert.equal(editDistance("", "model"), 5);
  assert.equal(editDistance("kitten", "sitting"), 3);
});

test("the distance is symmetric, and never exceeds the longer string", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      assert.equal(editDistance(one, other), editDistance(other, one));
      assert.ok(editDistance(one, other) <= Math.max(one.length, other.length));
      assert.equal(editDistance(one, other) === 0, one === other);
    }),
  );
});
const CANDIDATES = ["model", "models", "maxTurns", "thinking", "toolExecution"];

test("suggests the nearest name, ignoring case", () => {
  assert.equal(nearestName("modle", CANDIDATES), "model");
  assert.equal(nearestName("modells", CANDIDATES), "models");
  assert.equal(nearestName("maxturns", CANDIDATES), "maxTurns");
  assert.equal(nearestName("tolExecutoin", CANDIDATES), "toolExecution");
});

test("suggests no name if none is near", () => {
  assert.equal(nearestName("proxy", CANDIDATES), undefined);
  assert.equal(nearestName("", CANDIDATES), undefined);
  assert.equal(nearestName("x".repeat(100_000), CANDIDATES), undefined);
});

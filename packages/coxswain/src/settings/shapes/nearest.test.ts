import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./nearest.ts";

const KNOWN = ["model", "models", "maxTurns", "thinking", "toolExecution"];

test("suggests the nearest name, ignoring case", () => {
  assert.equal(nearest("modle", KNOWN), "model");
  assert.equal(nearest("modells", KNOWN), "models");
  assert.equal(nearest("maxturns", KNOWN), "maxTurns");
  assert.equal(nearest("tolExecutoin", KNOWN), "toolExecution");
});

test("suggests no name if none is near", () => {
  assert.equal(nearest("proxy", KNOWN), undefined);
  assert.equal(nearest("", KNOWN), undefined);
  assert.equal(nearest("x".repeat(100_000), KNOWN), undefined);
});

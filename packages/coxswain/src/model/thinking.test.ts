import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clampThinking, isThinking, THINKING_LEVELS } from "./thinking.ts";

test("S0-46: a level that the model offers is taken as it is", () => {
  for (const level of THINKING_LEVELS) assert.equal(clampThinking(level, THINKING_LEVELS), level);
});

test("S0-46: another one becomes the nearest, the lower of two", () => {
  assert.equal(clampThinking("xhigh", ["off", "low", "high"]), "high");
  assert.equal(clampThinking("medium", ["high", "low"]), "low");
  assert.equal(clampThinking("off", ["low", "high"]), "low");
});

test("S0-46: a model that offers none does not think", () => {
  assert.equal(clampThinking("high", []), "off");
});

test("S0-46: what comes out is always offered", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...THINKING_LEVELS),
      fc.uniqueArray(fc.constantFrom(...THINKING_LEVELS), { minLength: 1 }),
      (wanted, offered) => assert.ok(offered.includes(clampThinking(wanted, offered))),
    ),
  );
});

test("only the names of levels are levels", () => {
  assert.ok(isThinking("xhigh"));
  for (const name of ["", "max", "HIGH", "toString"]) assert.ok(!isThinking(name));
});

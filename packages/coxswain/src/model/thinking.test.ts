import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clampThinking, isThinking, THINKING_LEVELS } from "./thinking.ts";

test("S0-46: an offered level is returned unchanged", () => {
  for (const level of THINKING_LEVELS) assert.equal(clampThinking(level, THINKING_LEVELS), level);
});

test("S0-46: another level becomes the nearest one, the lower of two", () => {
  assert.equal(clampThinking("xhigh", ["off", "low", "high"]), "high");
  assert.equal(clampThinking("medium", ["high", "low"]), "low");
  assert.equal(clampThinking("off", ["low", "high"]), "low");
});

test("S0-46: a model that offers no levels does not think", () => {
  assert.equal(clampThinking("high", []), "off");
});

test("S0-46: the result is always an offered level", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...THINKING_LEVELS),
      fc.uniqueArray(fc.constantFrom(...THINKING_LEVELS), { minLength: 1 }),
      (requested, offered) => assert.ok(offered.includes(clampThinking(requested, offered))),
    ),
  );
});

test("only the names of levels are levels", () => {
  assert.ok(isThinking("xhigh"));
  for (const name of ["", "max", "HIGH", "toString"]) assert.ok(!isThinking(name));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JsonValues } from "./json-values.ts";

test("accepts every value that JSON can represent", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => new JsonValues().has(value)));
  const part = { a: 1 };
  for (const value of [{ a: undefined, b: [1] }, [part, part], Object.assign(Object.create(null) as object, { a: 1 })])
    assert.ok(new JsonValues().has(value));
});

test("rejects values that JSON would lose or cannot represent, at any depth", () => {
  const round: Record<string, unknown> = {};
  round["itself"] = round;
  const throwing = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], null);
  for (const value of [
    1n,
    undefined,
    Number.NaN,
    Infinity,
    Symbol("a"),
    () => 1,
    new Map(),
    new Date(0),
    round,
    throwing,
    deep,
    [undefined],
  ]) {
    assert.ok(!new JsonValues().has(value));
    assert.ok(!new JsonValues().has({ a: [value] }));
  }
});

test("does not check the parts of a checked value again", () => {
  let looked = 0;
  const part = Object.defineProperty({}, "a", { enumerable: true, get: () => (looked += 1) });
  const values = new JsonValues();
  assert.ok(values.has([part]));
  assert.ok(values.has([part, { more: part }]));
  assert.equal(looked, 1);
});

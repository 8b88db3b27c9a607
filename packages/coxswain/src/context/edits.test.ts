import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "./edits.ts";

test("makes the same change of the same object once", () => {
  const edits = new Edits();
  const source = {};
  const made = edits.once(source, "change", () => ({ made: 1 }));
  assert.equal(
    edits.once(source, "change", () => ({ made: 2 })),
    made,
  );
});

test("makes a different change, and the same change of an equal object, separately", () => {
  const edits = new Edits();
  const source = {};
  const make = () => ({});
  const made = edits.once(source, "change", make);
  assert.notEqual(edits.once(source, "other", make), made);
  assert.notEqual(edits.once({}, "change", make), made);
});

test("traces an object through several changes to its origin", () => {
  const edits = new Edits();
  const source = { made: 0 };
  const once = edits.once(source, "one", () => ({ made: 1 }));
  const twice = edits.once(once, "two", () => ({ made: 2 }));
  for (const made of [source, once, twice]) assert.equal(edits.origin(made), source);
});

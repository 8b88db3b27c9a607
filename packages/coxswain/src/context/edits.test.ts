import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "./edits.ts";

test("the same change of the same object is made once", () => {
  const edits = new Edits();
  const source = {};
  const made = edits.once(source, "change", () => ({ made: 1 }));
  assert.equal(
    edits.once(source, "change", () => ({ made: 2 })),
    made,
  );
});

test("another change, and the same change of an equal object, are made anew", () => {
  const edits = new Edits();
  const source = {};
  const make = () => ({});
  const made = edits.once(source, "change", make);
  assert.notEqual(edits.once(source, "other", make), made);
  assert.notEqual(edits.once({}, "change", make), made);
});

test("what was changed and changed again is found back to what it was made of", () => {
  const edits = new Edits();
  const source = { made: 0 };
  const once = edits.once(source, "one", () => ({ made: 1 }));
  const twice = edits.once(once, "two", () => ({ made: 2 }));
  for (const made of [source, once, twice]) assert.equal(edits.origin(made), source);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { foldPath } from "./fold.ts";

test("a fold applies the entries of a path from first to last", () => {
  const path = ["a", "b", "c"].map((id, seq): Entry => ({ seq, id, parent: null, at: 0, type: "note" }));
  assert.equal(foldPath({ name: "ids", initial: "", apply: (state, { id }) => state + id }, path), "abc");
  assert.equal(foldPath({ name: "ids", initial: "none", apply: (state, { id }) => state + id }, []), "none");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { foldPath, type Fold, assertDistinctNames, type Horizon } from "./fold.ts";

test("a fold applies the entries of a path from first to last", () => {
  const path = ["a", "b", "c"].map((id, seq): Entry => ({ seq, id, parent: null, at: 0, type: "note" }));
  assert.equal(foldPath({ name: "ids", initial: "", apply: (state, { id }) => state + id }, path), "abc");
  assert.equal(foldPath({ name: "ids", initial: "none", apply: (state, { id }) => state + id }, []), "none");
});

const fold = (name: string): Fold<Horizon> => ({ name, initial: { needed: [] }, apply: (state) => state });

test("accepts the same fold twice, and rejects two folds that share a name", () => {
  const [one, horizon] = [fold("one"), fold("horizon")];
  assertDistinctNames({ path: [one, one, horizon], all: [one], horizon });
  assertDistinctNames({ path: [one], all: [fold("one")], horizon });
  const refused = { name: "TypeError", message: /named "one"/ };
  assert.throws(() => assertDistinctNames({ path: [one, fold("one")], all: [], horizon }), refused);
  assert.throws(() => assertDistinctNames({ path: [], all: [one, fold("one")], horizon }), refused);
  assert.throws(() => assertDistinctNames({ path: [one], all: [], horizon: fold("one") }), refused);
});

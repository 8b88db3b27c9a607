import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fold } from "./fold.ts";
import { assertNamedApart, type Horizon } from "./kept-folds.ts";

const fold = (name: string): Fold<Horizon> => ({ name, initial: { needed: [] }, apply: (state) => state });

test("accepts the same fold twice, and rejects two folds that share a name", () => {
  const [one, horizon] = [fold("one"), fold("horizon")];
  assertNamedApart({ path: [one, one, horizon], all: [one], horizon });
  assertNamedApart({ path: [one], all: [fold("one")], horizon });
  const refused = { name: "TypeError", message: /named "one"/ };
  assert.throws(() => assertNamedApart({ path: [one, fold("one")], all: [], horizon }), refused);
  assert.throws(() => assertNamedApart({ path: [], all: [one, fold("one")], horizon }), refused);
  assert.throws(() => assertNamedApart({ path: [one], all: [], horizon: fold("one") }), refused);
});

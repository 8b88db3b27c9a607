import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { collectGarbage } from "./free-memory.ts";

test("collects what nothing refers to", async () => {
  const garbage = new WeakRef({ large: "x".repeat(1000) });
  // A new WeakRef holds its object until the current job ends.
  await setImmediate();
  collectGarbage();
  assert.equal(garbage.deref(), undefined);
  assert.equal("gc" in globalThis, false);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { killAtEachWrite } from "./kill-at-each-write.ts";

test("L19, S0-76: a run killed at one of its writes continues in another process, and repeats no message, question or call", async () => {
  assert.ok((await killAtEachWrite("anthropic", { step: 4 })) > 20);
});

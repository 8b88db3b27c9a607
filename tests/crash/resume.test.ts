import assert from "node:assert/strict";
import { test } from "node:test";
import { killAtEachWrite } from "./kill-at-each-write.ts";

test("L19, S0-76: killed at one of its writes, a run goes on in another process: nothing is told, asked or done twice", async () => {
  assert.ok((await killAtEachWrite("anthropic", { step: 4 })) > 20);
});

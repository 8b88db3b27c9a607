import assert from "node:assert/strict";
import { test } from "node:test";
import { killUndoTwice, RESTORED } from "./killed-undo.ts";

test("S2-35: an undo that is killed, and killed again while it is finished, loses nothing and ends", async () => {
  const [first = 0, second = 0] = await killUndoTwice({ restored: 10, delay: 0 }, { restored: RESTORED / 2, delay: 0 });
  assert.ok(first >= 10 && second >= first);
});

import { test } from "node:test";
import { race } from "./collect-race.fixture.ts";

test("L16: a collector in a loop takes nothing from writers that reference the same strings again and again", async (t) => {
  await race(t, 2, 1, 200);
});

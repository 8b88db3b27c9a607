import { test } from "node:test";
import { race } from "./collect-race.fixture.ts";

test("L16: a collector that runs all the time takes nothing from writers that name the same texts again and again", async (t) => {
  await race(t, 2, 1, 200);
});

import { test } from "node:test";
import { race } from "./collect-race.fixture.ts";

test("L16: three concurrent collectors take nothing from three writers, nor from each other", async (t) => {
  await race(t, 3, 3, 1500);
});

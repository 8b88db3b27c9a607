import { test } from "node:test";
import { killAndGoOn, undisturbed } from "./killed-cox.ts";

test("L1, L19: cox is killed at moments spread over a task, and the session goes on each time", async () => {
  const whole = await undisturbed();
  for (const part of [0.6, 0.9]) await killAndGoOn(whole * part);
});

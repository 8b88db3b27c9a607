import { test } from "node:test";
import { killAndContinue, uninterruptedTime } from "./killed-cox.ts";

test("L1, L19: continues the session after a kill at different moments of a task", async () => {
  const whole = await uninterruptedTime();
  for (const part of [0.6, 0.9]) await killAndContinue(whole * part);
});

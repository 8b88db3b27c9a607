import assert from "node:assert/strict";
import { stat } from "node:fs";
import { test } from "node:test";
import { processTimer } from "./frame-timer.ts";

test("a call without a delay runs after the input that requested it, before any timer", async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    // Input arrives in the same phase of the event loop.
    stat(import.meta.filename, () => {
      setTimeout(() => {
        order.push("timer");
        resolve();
      }, 0);
      processTimer.after(0, () => void order.push("frame"));
      order.push("input");
    });
  });
  assert.deepEqual(order, ["input", "frame", "timer"]);
});

test("a cancelled call does not run", async () => {
  const ran: string[] = [];
  processTimer.after(0, () => void ran.push("at once"))();
  processTimer.after(1, () => void ran.push("later"))();
  await new Promise<void>((resolve) => void processTimer.after(2, resolve));
  assert.deepEqual(ran, []);
});

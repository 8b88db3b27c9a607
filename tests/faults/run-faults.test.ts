import assert from "node:assert/strict";
import { test } from "node:test";
import { LogWriteError, memoryStore } from "coxswain";
import { failEachWrite } from "./fail-each-write.ts";
import { faultScene, storedIn, work } from "./fault-scene.ts";

test("L8: whichever append fails, nothing told is lost, the run fails with log_write, and the session goes on when there is space", () =>
  failEachWrite("append", (use) => use(memoryStore())));

test("L11: whichever sync fails, the same, and no call runs whose intent is not on the disk", () =>
  failEachWrite("sync", (use) => use(memoryStore())));

test("L8: while there is no space, what was told before is in the store, and closing says that the rest is lost", async () => {
  const store = memoryStore();
  const scene = await faultScene(store, { of: "append", from: 8, count: Infinity });
  const [first, second] = await work(scene);
  for (const outcome of [first, second]) assert.equal(outcome?.kind === "failed" && outcome.error.code, "log_write");
  const told = scene.events.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
  await assert.rejects(scene.runtime.close(), LogWriteError);
  assert.ok(told.length > 7 && told.length < scene.session.entries.length);
  assert.deepEqual(await storedIn(store, scene.session.id), told);
});

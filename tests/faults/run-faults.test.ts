import assert from "node:assert/strict";
import { test } from "node:test";
import { LogWriteError, memoryStore } from "coxswain";
import { failEachWrite } from "./fail-each-write.ts";
import { faultScene, storedEntries, work } from "./fault-scene.ts";

test("L8: after any failed append, no emitted entry is lost, the run fails with log_write, and the session continues once there is space", () =>
  failEachWrite("append", (use) => use(memoryStore())));

test("L11: after any failed sync, the same, and no call runs before its intent is durable", () =>
  failEachWrite("sync", (use) => use(memoryStore())));

test("L8: on a full disk, the store has the entries that were emitted, and close rejects for the rest", async () => {
  const store = memoryStore();
  const scene = await faultScene(store, { operation: "append", from: 8, count: Infinity });
  const [first, second] = await work(scene);
  for (const outcome of [first, second]) assert.equal(outcome?.kind === "failed" && outcome.error.code, "log_write");
  const emitted = scene.events.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
  await assert.rejects(scene.runtime.close(), LogWriteError);
  assert.ok(emitted.length > 7 && emitted.length < scene.session.entries.length);
  assert.deepEqual(await storedEntries(store, scene.session.id), emitted);
});

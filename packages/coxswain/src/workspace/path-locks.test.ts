import assert from "node:assert/strict";
import { test } from "node:test";
import { pathLocks } from "./path-locks.ts";

test("runs actions for one path one after the other, in the order of the calls", async () => {
  const locks = pathLocks();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = locks.exclusively("/a", async () => {
    events.push("first begins");
    await gate.promise;
    events.push("first ends");
  });
  const second = locks.exclusively("/a", async () => void events.push("second"));
  await locks.exclusively("/b", async () => void events.push("other path"));
  gate.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(events, ["first begins", "other path", "first ends", "second"]);
});

test("an action that throws rejects its call, and the next one runs", async () => {
  const locks = pathLocks();
  const failing = locks.exclusively("/a", async () => {
    throw new Error("no");
  });
  const next = locks.exclusively("/a", async () => "yes");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "yes");
});

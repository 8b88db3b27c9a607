import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, FORMAT, FORMAT_VERSION, LogWriteError, memoryStore } from "../log/index.ts";
import { faultyStore } from "./faulty-store.ts";
import { storeContract } from "./store-contract.ts";

const HEADER = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/", at: 0 } as const;
const entry = (seq: number): Entry => ({ seq, id: `e${seq}`, parent: null, at: 0, type: "note" });

storeContract("a faulty store without faults", async () => ({ store: faultyStore(memoryStore(), {}), close: async () => {} }));

test("a failed append stores nothing, and the next append succeeds", async () => {
  const store = faultyStore(memoryStore(), {
    append: (count) => {
      if (count === 2) throw new LogWriteError("no space");
    },
  });
  const file = await store.create(HEADER);
  await file.append([entry(0)]);
  await assert.rejects(file.append([entry(1)]), LogWriteError);
  await file.append([entry(2)]);
  assert.deepEqual(await Array.fromAsync(file.read()), [entry(0), entry(2)]);
});

test("an append waits for its fault callback", async () => {
  const slow = Promise.withResolvers<void>();
  const store = faultyStore(memoryStore(), { append: () => slow.promise });
  const file = await store.create(HEADER);
  const append = file.append([entry(0)]);
  assert.deepEqual(await Array.fromAsync(file.read()), []);
  slow.resolve();
  await append;
  assert.deepEqual(await Array.fromAsync(file.read()), [entry(0)]);
});

test("a sync fails if its fault callback throws", async () => {
  const store = faultyStore(memoryStore(), {
    sync: (count) => {
      if (count === 1) throw new LogWriteError("input/output error");
    },
  });
  const file = await store.create(HEADER);
  await assert.rejects(file.sync(), LogWriteError);
  await file.sync();
});

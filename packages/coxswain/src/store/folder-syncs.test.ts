import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { FolderSyncs } from "./folder-syncs.ts";
import { syncFolder } from "./private-folder.ts";
import { temporaryStore } from "./store.fixture.ts";

/** Folder syncs that wait until the test continues them, and the folders whose syncs have started. */
const watched = (t: TestContext) => {
  const { folder } = temporaryStore(t);
  mkdirSync(folder, { recursive: true });
  const began: string[] = [];
  const waiting: (() => void)[] = [];
  const syncs = new FolderSyncs(async (path) => {
    began.push(path === folder ? "folder" : "parent");
    await new Promise<void>((resolve) => waiting.push(resolve));
    await syncFolder(path);
  });
  /** Continues syncs, in the order of their starts, until a promise settles. */
  const continueSyncs = async <Value>(until: Promise<Value>): Promise<Value> => {
    let settled = false;
    const done = until.finally(() => (settled = true));
    done.catch(() => {});
    while (!settled) {
      waiting.shift()?.();
      await setImmediate();
    }
    return done;
  };
  return { folder, syncs, began, waiting, continueSyncs };
};

test("names that are added during a folder's sync share the next sync, and its parent's syncs", async (t) => {
  const { folder, syncs, began, continueSyncs } = watched(t);
  const first = syncs.persist(folder);
  const others = Array.from({ length: 50 }, () => syncs.persist(folder));
  assert.deepEqual(began, ["folder", "parent"]);
  await continueSyncs(Promise.all([first, ...others]));
  assert.deepEqual(began.toSorted(), ["folder", "folder", "parent", "parent"]);
  await continueSyncs(syncs.persist(folder));
  assert.deepEqual(began.slice(4), ["folder"]);
});

test("a running sync does not cover a name that was added after its start", async (t) => {
  const { folder, syncs, began, waiting, continueSyncs } = watched(t);
  await continueSyncs(syncs.persist(folder));
  const persisted: string[] = [];
  const first = syncs.persist(folder).then(() => persisted.push("first"));
  const second = syncs.persist(folder).then(() => persisted.push("second"));
  waiting.shift()?.();
  await first;
  assert.deepEqual(persisted, ["first"]);
  await continueSyncs(second);
  assert.deepEqual(began.slice(2), ["folder", "folder"]);
});

test("a folder that was deleted and created again has its parent synced again", async (t) => {
  const { folder, syncs, began, continueSyncs } = watched(t);
  await continueSyncs(syncs.persist(folder));
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await continueSyncs(syncs.persist(folder));
  await continueSyncs(syncs.persist(folder));
  assert.deepEqual(began, ["folder", "parent", "folder", "parent", "folder"]);
});

test("a failed sync fails for all of its callers, and the next call syncs again", async (t) => {
  const { folder, syncs, began, waiting, continueSyncs } = watched(t);
  const all = Array.from({ length: 3 }, () => syncs.persist(folder));
  rmSync(folder, { recursive: true });
  const settled = await continueSyncs(Promise.allSettled(all));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  mkdirSync(folder);
  await continueSyncs(syncs.persist(folder));
  assert.deepEqual(began.filter((name) => name === "folder").length, 3);
  assert.deepEqual(waiting, []);
});

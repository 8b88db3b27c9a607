import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { FolderSyncs } from "./folder-syncs.ts";
import { syncFolder } from "./private-folder.ts";
import { temporaryStore } from "./store.fixture.ts";

/** Folder syncs that go on when they are let, and the names of the folders whose syncs began. */
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
  /** Lets syncs go on, as they begin, until a promise is settled. */
  const letGo = async <Value>(until: Promise<Value>): Promise<Value> => {
    let settled = false;
    const done = until.finally(() => (settled = true));
    done.catch(() => {});
    while (!settled) {
      waiting.shift()?.();
      await setImmediate();
    }
    return done;
  };
  return { folder, syncs, began, waiting, letGo };
};

test("names that come while a folder is synced share the sync after it, and its parent is synced for all of them", async (t) => {
  const { folder, syncs, began, letGo } = watched(t);
  const first = syncs.persist(folder);
  const others = Array.from({ length: 50 }, () => syncs.persist(folder));
  assert.deepEqual(began, ["folder"]);
  await letGo(Promise.all([first, ...others]));
  assert.deepEqual(began.filter((name) => name === "folder").length, 2);
  const parents = began.length - 2;
  assert.ok(parents === 1 || parents === 2, `${parents} syncs of the parent`);
  await letGo(syncs.persist(folder));
  assert.deepEqual(began.slice(2 + parents), ["folder"]);
});

test("a sync that has begun is not enough for a name that came after it", async (t) => {
  const { folder, syncs, began, waiting, letGo } = watched(t);
  await letGo(syncs.persist(folder));
  const kept: string[] = [];
  const first = syncs.persist(folder).then(() => kept.push("first"));
  const second = syncs.persist(folder).then(() => kept.push("second"));
  waiting.shift()?.();
  await first;
  assert.deepEqual(kept, ["first"]);
  await letGo(second);
  assert.deepEqual(began.slice(2), ["folder", "folder"]);
});

test("a folder that was made anew under its name has its parent synced again", async (t) => {
  const { folder, syncs, began, letGo } = watched(t);
  await letGo(syncs.persist(folder));
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await letGo(syncs.persist(folder));
  await letGo(syncs.persist(folder));
  assert.deepEqual(began, ["folder", "parent", "folder", "parent", "folder"]);
});

test("a sync that failed fails for all who waited for it, and the next is tried anew", async (t) => {
  const { folder, syncs, began, waiting, letGo } = watched(t);
  const all = Array.from({ length: 3 }, () => syncs.persist(folder));
  rmSync(folder, { recursive: true });
  const settled = await letGo(Promise.allSettled(all));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  mkdirSync(folder);
  await letGo(syncs.persist(folder));
  assert.deepEqual(began, ["folder", "folder", "folder", "parent"]);
  assert.deepEqual(waiting, []);
});

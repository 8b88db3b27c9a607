import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { checkpointDraft, type Entry, Log, memoryStore, type Store } from "../log/index.ts";
import { jsonlStore } from "../store/index.ts";
import { faultyStore } from "../testing/index.ts";
import { ImportError } from "./errors.ts";
import { exportJsonl } from "./export.ts";
import { CLAUDE } from "./foreign/claude.fixture.ts";
import { imported, linesOf, OPTIONS } from "./imports.fixture.ts";
import { importSession } from "./import-session.ts";
import { storeImport } from "./store-import.ts";

const put = async (store: Store, lines: readonly (string | object)[] = CLAUDE) =>
  storeImport(store, await importSession(linesOf(lines), OPTIONS));

const ID = "claude-0aa4e9b8-6f5e-4b8e-9d3d-1f0f6d7c2a11";

const entriesIn = async (store: Store): Promise<readonly Entry[]> => {
  const file = await store.open(ID);
  const entries: Entry[] = [];
  for await (const entry of file.read()) entries.push(entry);
  await file.close();
  return entries;
};

test("importing a file twice creates one session", async () => {
  const store = memoryStore();
  assert.equal(await put(store), "stored");
  assert.equal(await put(store), "known");
  assert.deepEqual(await entriesIn(store), (await imported(CLAUDE)).entries);
});

test("an imported session has the times of its conversation, in memory and on disk", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-import-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const now = Date.UTC(2030, 0);
  for (const store of [memoryStore(), jsonlStore({ directory })]) {
    const session = await importSession(linesOf(CLAUDE), { ...OPTIONS, now });
    await storeImport(store, session);
    const last = (await imported(CLAUDE, { now })).entries.at(-1)?.at;
    assert.equal(session.until, last);
    const [listed] = await Array.fromAsync(store.list());
    assert.deepEqual([listed?.createdAt, listed?.updatedAt, listed?.imported], [session.header.at, last, true]);
  }
});

test("an import is continued by a message, not by a new title", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-import-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const store = jsonlStore({ directory });
  const session = await importSession(linesOf(CLAUDE), { ...OPTIONS, now: Date.now() });
  await storeImport(store, session);
  const listed = async () => (await Array.fromAsync(store.list()))[0];
  const append = async (entry: { readonly type: string }): Promise<void> => {
    const log = await Log.open(await store.open(ID), { now: () => 0, mint: () => crypto.randomUUID() });
    await log.append(entry);
    await log.close();
  };
  await append({ type: "title_change" });
  assert.deepEqual([(await listed())?.imported, (await listed())?.updatedAt], [true, session.until]);
  await append({ type: "message" });
  assert.deepEqual([(await listed())?.imported, ((await listed())?.updatedAt ?? 0) > session.until], [undefined, true]);
});

test("a time in the future is not later than the import", async () => {
  const { session } = await imported(CLAUDE, { now: 7 });
  assert.equal(session.until, 7);
  const own = [
    { format: "coxswain-session", version: 1, id: "x", cwd: "/", at: 1 },
    { seq: 0, id: "a", parent: null, at: 9, type: "fact" },
  ];
  assert.equal((await importSession(linesOf(own), { ...OPTIONS, now: 20 })).until, 9);
  assert.equal((await importSession(linesOf(own), { ...OPTIONS, now: 7 })).until, 7);
});

test("a session that continued after its import is not changed", async () => {
  const store = memoryStore();
  await put(store);
  const log = await Log.open(await store.open(ID), { now: () => 0, mint: () => "x" });
  await log.append({ type: "title_change" });
  await log.close();
  assert.equal(await put(store), "known");
  assert.equal((await entriesIn(store)).at(-1)?.id, "x");
});

interface Titled extends Entry {
  readonly title: string;
}

test("an export is recognized in the store of its session, although it omits the checkpoints", async () => {
  const store = memoryStore();
  const { session } = await imported(CLAUDE);
  let minted = 0;
  const log = await Log.open(await store.create(session.header), { now: () => 0, mint: () => `m${minted++}` });
  await log.append<Titled>({ type: "title_change", title: "a" });
  await log.append(checkpointDraft({ offset: 0, ranges: [], above: null, pathStates: {}, allStates: {} }));
  await log.append<Titled>({ type: "title_change", title: "b" });
  await log.close();
  const file = await store.open(ID);
  const lines = await Array.fromAsync(exportJsonl(file), (line) => line.trimEnd());
  await file.close();
  assert.equal(lines.length, 3);
  assert.equal(await put(store, lines), "known");
});

test("an interrupted import is completed by the next one", async () => {
  const inner = memoryStore();
  const long = [
    ...CLAUDE,
    ...Array.from({ length: 600 }, (_, at) => ({ ...CLAUDE[2], uuid: `m${at}`, parentUuid: at === 0 ? "a6" : `m${at - 1}` })),
  ];
  const failing = faultyStore(inner, {
    append: (count) => {
      if (count === 3) throw new Error("pulled the plug");
    },
  });
  await assert.rejects(put(failing, long), /pulled the plug/);
  const some = (await entriesIn(inner)).length;
  assert.equal(await put(inner, long), "completed");
  const { entries } = await imported(long);
  assert.ok(some > 0 && some < entries.length);
  assert.deepEqual(await entriesIn(inner), entries);
});

test("another session with the same id is not overwritten", async () => {
  const store = memoryStore();
  await put(store);
  const before = await entriesIn(store);
  await assert.rejects(put(store, CLAUDE.slice(3)), ImportError);
  assert.deepEqual(await entriesIn(store), before);
});

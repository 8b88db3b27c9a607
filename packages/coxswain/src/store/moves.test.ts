import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { encode, Log, randomEntryId, type RelocateEntry, type Store } from "../log/index.ts";
import { fileOf, HEADER, note, temporaryStore, writeSession } from "./store.fixture.ts";

const relocate = async (store: Store, cwd: string): Promise<void> => {
  const log = await Log.open(await store.open("one"), { now: () => 8, mint: randomEntryId });
  await log.append<RelocateEntry>({ type: "relocate", cwd });
  await log.close();
};

const listed = async (store: Store, cwd?: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const session of store.list(cwd === undefined ? {} : { cwd })) found.push(`${session.id} in ${session.cwd}`);
  return found;
};

test("a moved session is listed in its new folder only, and its file is unchanged", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  await relocate(store, "/elsewhere");
  assert.deepEqual(await listed(store, "/project"), []);
  assert.deepEqual(await listed(store, "/elsewhere"), ["one in /elsewhere"]);
  assert.deepEqual(await listed(store), ["one in /elsewhere"]);
  assert.equal(readFileSync(path, "utf8").split("\n")[0], encode(HEADER));
  assert.equal(statSync(join(directory, "moves.jsonl")).mode & 0o777, 0o600);
  await relocate(store, "/project");
  assert.deepEqual(await listed(store, "/elsewhere"), []);
  assert.deepEqual(await listed(store, "/project"), ["one in /project"]);
});

test("a move whose record is incomplete or missing leaves the session listed in its old folder", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  writeFileSync(join(directory, "moves.jsonl"), '\n{"id":"one","cwd":"/elsew');
  assert.deepEqual(await listed(store, "/project"), ["one in /project"]);
  await relocate(store, "/elsewhere");
  assert.deepEqual(await listed(store, "/elsewhere"), ["one in /elsewhere"]);
});

test("records that cannot be written or read block no session", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  mkdirSync(join(directory, "moves.jsonl"));
  await relocate(store, "/elsewhere");
  assert.deepEqual(await listed(store), ["one in /project"]);
});

test("ignores records of removed sessions", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  await relocate(store, "/elsewhere");
  await store.remove("one");
  assert.deepEqual(await listed(store, "/elsewhere"), []);
});

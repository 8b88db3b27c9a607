import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { encode, type Entry, Log, LogFormatError, LogWriteError, randomEntryId } from "../log/index.ts";
import {
  appendTo,
  fileOf,
  HEADER,
  linesOf,
  note,
  readSession,
  type TemporaryStore,
  temporaryStore,
  writeSession,
} from "./store.fixture.ts";

const aside = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith("one.torn-"));

test("L3: a file truncated at any byte retains its complete entries, and the next one is appended after them", async (t) => {
  const entries = Array.from({ length: 15 }, (_, seq): Entry => ({
    seq,
    id: `${seq}é`,
    parent: seq === 0 ? null : `${seq - 1}é`,
    at: 7,
    type: "n",
  }));
  const bytes = fileOf(entries);
  const headerEnd = bytes.indexOf("\n");

  const check = async ({ store, path, folder }: TemporaryStore, cut: number): Promise<void> => {
    const left = bytes.subarray(0, cut);
    writeSession(path, left);
    const lastLine = left.subarray(left.lastIndexOf("\n") + 1);
    // The last line may lack only its line end.
    const whole = left
      .toString()
      .split("\n")
      .filter((line) => line.endsWith('"n"}')).length;
    const torn = cut > headerEnd && lastLine.length > 0 && !lastLine.toString().endsWith("}");

    const log = await Log.open(await store.open(HEADER.id), { now: Date.now, mint: randomEntryId });
    assert.deepEqual(log.entries, entries.slice(0, whole), `cut at ${cut}`);
    assert.deepEqual(
      log.damage.map(({ kind }) => kind),
      torn ? ["torn"] : [],
      `cut at ${cut}`,
    );
    const appended = await log.append({ type: "n" });
    await log.close();

    assert.deepEqual(await readSession(store), { entries: [...log.entries.slice(0, whole), ...appended], damage: [] }, `cut at ${cut}`);
    assert.equal(appended[0]?.seq, whole);
    assert.equal(aside(folder).length, torn ? 1 : 0, `cut at ${cut}`);
    for (const name of aside(folder)) {
      assert.deepEqual(readFileSync(join(folder, name)), lastLine);
      rmSync(join(folder, name));
    }
  };

  const cuts = Array.from({ length: bytes.length - headerEnd + 1 }, (_, at) => headerEnd + at);
  const stores = Array.from({ length: 8 }, () => temporaryStore(t));
  await Promise.all(
    stores.map(async (place) => {
      for (let cut = cuts.pop(); cut !== undefined; cut = cuts.pop()) await check(place, cut);
    }),
  );
});

test("L3: a second torn end is set aside next to the first", async (t) => {
  const { store, path, folder } = temporaryStore(t);
  for (const torn of ['{"seq":1,"id":"f', '{"seq":2,"id":"s']) {
    writeSession(path, Buffer.concat([fileOf([note(0)]), Buffer.from(torn)]));
    await appendTo(store);
  }
  assert.deepEqual(aside(folder), ["one.torn-1", "one.torn-2"]);
  assert.equal(readFileSync(join(folder, "one.torn-2"), "utf8"), '{"seq":2,"id":"s');
  assert.equal(statSync(join(folder, "one.torn-2")).mode & 0o777, 0o600);
});

test("sets aside a torn end longer than any line too", async (t) => {
  const { store, path, folder } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  for (let block = 0; block < 65; block++) writeFileSync(path, Buffer.alloc(1024 * 1024, "x"), { flag: "a" });
  assert.equal((await readSession(store)).damage[0]?.kind, "torn");
  const appended = await appendTo(store);
  assert.deepEqual(await readSession(store), { entries: [note(0), appended], damage: [] });
  assert.equal(statSync(join(folder, "one.torn-1")).size, 65 * 1024 * 1024);
});

test("reading, syncing and closing do not change a file with a torn end", async (t) => {
  const { store, path, folder } = temporaryStore(t);
  const bytes = Buffer.concat([fileOf([note(0)]), Buffer.from('{"seq":1')]);
  writeSession(path, bytes);
  const { mtimeMs } = statSync(path);
  const file = await store.open(HEADER.id);
  for await (const entry of file.read()) assert.equal(entry.seq, 0);
  await file.append([]);
  await file.sync();
  await file.close();
  assert.deepEqual(readFileSync(path), bytes);
  assert.equal(statSync(path).mtimeMs, mtimeMs);
  assert.deepEqual(readdirSync(folder), ["one.jsonl"]);
});

test("L7: rejects a file that is empty or whose header is truncated, and leaves it unchanged", async (t) => {
  const { store, path } = temporaryStore(t);
  const header = Buffer.from(encode(HEADER));
  for (let cut = 0; cut < header.length; cut++) {
    writeSession(path, header.subarray(0, cut));
    await assert.rejects(store.open(HEADER.id), LogFormatError, `cut at ${cut}`);
    await assert.rejects(store.create(HEADER), LogWriteError, `cut at ${cut}`);
    assert.deepEqual(readFileSync(path), header.subarray(0, cut));
  }
});

test("L7: a header that lacks only its line end is valid", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, Buffer.from(encode(HEADER)));
  const appended = await appendTo(store);
  assert.deepEqual(linesOf(path), [encode(HEADER), encode(appended), ""]);
});

test("L7: rejects a header that is truncated between opening and the first append, and leaves the file unchanged", async (t) => {
  const { store, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const file = await store.open(HEADER.id);
  for (const left of [fileOf([]).subarray(0, 20), Buffer.alloc(0)]) {
    writeFileSync(path, left);
    await assert.rejects(file.append([note(1)]), LogFormatError);
    assert.deepEqual(readFileSync(path), left);
  }
  await file.close();
});

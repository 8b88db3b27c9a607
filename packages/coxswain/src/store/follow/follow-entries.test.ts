import assert from "node:assert/strict";
import { appendFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { open } from "node:fs/promises";
import { test } from "node:test";
import { encode, type Entry } from "../../log/index.ts";
import { fileOf, note, startChild, temporaryStore, writeSession } from "../store.fixture.ts";
import type { ChangeSources } from "./changes.ts";
import { followEntries, offsetAfter } from "./follow-entries.ts";

const NEVER = new AbortController().signal;
const all = { after: -1, signal: NEVER, contentOf: async () => "content" };
const line = (entry: Entry): string => `${encode(entry)}\n`;

const cannot = (): never => {
  throw new Error("ENOSPC: the system has no more watches to give");
};

/** Reads one entry at a time. */
const stepper = (path: string, sources?: ChangeSources) => {
  const followed = followEntries(path, all, sources);
  return { next: async () => (await followed.next()).value?.seq, end: () => followed.return(undefined) };
};

test("a line counts once its end is written: yields no part of a line that the owner is still writing", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const bytes = Buffer.from(line(note(1, "text with é in it")));
  let written = 0;
  const sources: ChangeSources = {
    watch: cannot,
    async sleep() {
      appendFileSync(path, bytes.subarray(written, ++written));
    },
  };
  const { next, end } = stepper(path, sources);
  assert.equal(await next(), 0);
  assert.equal(await next(), 1);
  assert.equal(written, bytes.length);
  await end();
});

test("an entry that its owner rolled back and wrote again is yielded once", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const { next, end } = stepper(path);
  assert.equal(await next(), 0);
  const before = statSync(path).size;
  appendFileSync(path, `${line(note(1))}{"seq":2,"id":"to`);
  assert.equal(await next(), 1);
  const coming = next();
  truncateSync(path, before);
  appendFileSync(path, line(note(1)));
  appendFileSync(path, line(note(2)));
  assert.equal(await coming, 2);
  await end();
});

test("skips bytes that are not an entry, but not complete entries inside them", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, Buffer.concat([fileOf([note(0)]), Buffer.from(`garbage\n\n{"seq":9,"id":"to${line(note(1))}${line(note(2))}`)]));
  const { next, end } = stepper(path);
  assert.deepEqual([await next(), await next(), await next()], [0, 1, 2]);
  await end();
});

test("polls files that cannot be watched", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const waits: number[] = [];
  const sources: ChangeSources = {
    watch: cannot,
    async sleep(ms) {
      waits.push(ms);
      appendFileSync(path, line(note(waits.length)));
    },
  };
  const { next, end } = stepper(path, sources);
  assert.deepEqual([await next(), await next(), await next()], [0, 1, 2]);
  assert.deepEqual(waits, [250, 250]);
  await end();
});

test("ends when the file is moved away", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const { next } = stepper(path);
  assert.equal(await next(), 0);
  const coming = next();
  renameSync(path, `${path}.elsewhere`);
  assert.equal(await coming, undefined);
});

test("yields nothing for a file that was removed before it is opened", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const { next } = stepper(path);
  rmSync(path);
  assert.equal(await next(), undefined);
});

test("yields another process's appends as they are made, each once and in order", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const child = startChild(t, directory, `for (let at = 1; at <= 300; at++) await log.append(note("x".repeat(at * 17)));`);
  const seen: number[] = [];
  for await (const { seq } of store.follow("one", { after: 0 })) {
    seen.push(seq);
    if (seq === 300) break;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 300 }, (_, at) => at + 1),
  );
  assert.notEqual(child.pid, undefined);
});

test("finds the offset after an entry from the end, whatever the size of the new entries", async (t) => {
  const { path } = temporaryStore(t);
  const entries = Array.from({ length: 60 }, (_, seq) => note(seq, "x".repeat(seq === 30 ? 500_000 : 9_000)));
  writeSession(path, fileOf(entries));
  await using file = await open(path);
  const whole = fileOf(entries);
  for (const seq of [0, 1, 29, 30, 31, 57, 58, 59]) {
    const place = await offsetAfter(file, seq);
    assert.equal(whole.subarray(place).toString().startsWith(`{"seq":${seq},`), true, String(seq));
  }
  assert.equal(await offsetAfter(file, -1), 0);
  assert.equal(await offsetAfter(file, undefined), whole.length);
});

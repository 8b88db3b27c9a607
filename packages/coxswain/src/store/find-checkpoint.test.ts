import assert from "node:assert/strict";
import { open as openFile } from "node:fs/promises";
import { test } from "node:test";
import { encode, type Entry } from "../log/index.ts";
import { findCheckpoint } from "./find-checkpoint.ts";
import { fileOf, note, temporaryStore, writeSession } from "./store.fixture.ts";

/** A checkpoint that says it stands at an offset. */
const checkpoint = (seq: number, offset: number): Entry => ({ ...note(seq), type: "checkpoint", offset }) as Entry;

const MB = 1024 * 1024;

for (const distance of [0, 10, 64 * 1024, 70_000, 3 * MB]) {
  test(`the last checkpoint is found ${distance} bytes before the end`, async (t) => {
    const { path } = temporaryStore(t);
    const before = fileOf([note(0), checkpoint(1, 7), note(2)]);
    const last = checkpoint(3, before.length);
    const after = Array.from(
      { length: Math.ceil(distance / 9000) },
      (_, at) => `${encode(note(4 + at, "x".repeat(Math.min(distance, 8900))))}\n`,
    );
    const bytes = Buffer.concat([before, Buffer.from(`${encode(last)}\n${after.join("")}`)]);
    writeSession(path, bytes);
    await using file = await openFile(path);
    assert.deepEqual(await findCheckpoint(file, bytes.length), last);
  });
}

test("a checkpoint is not looked for further than 4 MiB from the end", async (t) => {
  const { path } = temporaryStore(t);
  const before = fileOf([note(0)]);
  const line = `${encode(checkpoint(1, before.length))}\n`;
  const bytes = Buffer.concat([before, Buffer.from(line), Buffer.alloc(4 * MB, `${encode(note(2, "x".repeat(1000)))}\n`)]);
  writeSession(path, bytes);
  await using file = await openFile(path);
  assert.equal(await findCheckpoint(file, bytes.length), undefined);
});

test("a checkpoint without its line end is passed over, and so is one that does not stand where it says", async (t) => {
  const { path } = temporaryStore(t);
  const header = fileOf([]);
  const first = checkpoint(0, header.length);
  const bytes = fileOf([first, checkpoint(1, 3), { ...note(2), quoted: checkpoint(2, 3) } as Entry]);
  const torn = Buffer.concat([bytes, Buffer.from(encode(checkpoint(3, bytes.length)))]);
  writeSession(path, torn);
  await using file = await openFile(path);
  assert.deepEqual(await findCheckpoint(file, torn.length), first);
});

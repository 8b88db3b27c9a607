import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { EntryTooLargeError } from "../../log/index.ts";
import { HEADER, note, type Note, readSession, temporaryStore } from "../store.fixture.ts";
import { MAX_BLOB_BYTES } from "./blob-file.ts";
import { blobPaths } from "./blobs.fixture.ts";

const MB = 1024 * 1024;

const largeStrings: Readonly<Record<string, () => string>> = {
  "an output of 100 MB": () => "x".repeat(100 * MB),
  "an image of 100 MB": () => Buffer.alloc(100 * MB, "image").toString("base64"),
  "a string whose line would exceed the maximum length of a string": () => "\u0001".repeat(100 * MB),
  "the longest string that can be stored": () => "x".repeat(MAX_BLOB_BYTES - MB),
};

for (const [name, make] of Object.entries(largeStrings)) {
  test(`L25: stores and reads ${name}`, async (t) => {
    const { store, directory, path } = temporaryStore(t);
    const file = await store.create(HEADER);
    const text = make();
    await file.append([note(0, text)]);
    await file.sync();
    await file.close();
    assert.ok(statSync(path).size < 1000);
    assert.equal(blobPaths(directory).length, 1);
    const { entries, damage } = await readSession(store);
    assert.deepEqual(damage, []);
    assert.ok((entries[0] as Note).text === text);
  });
}

test("rejects a string of more than 512 MB, and stores the next entry", async (t) => {
  const { store } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([note(0)]);
  await assert.rejects(file.append([note(1, "é".repeat(MAX_BLOB_BYTES / 2 + 1))]), EntryTooLargeError);
  await file.append([note(1)]);
  await file.close();
  assert.deepEqual(await readSession(store), { entries: [note(0), note(1)], damage: [] });
});

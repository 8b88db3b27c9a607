import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { ended, startChild, temporaryStore } from "../store.fixture.ts";
import { blobPaths } from "./blobs.fixture.ts";

const COLLECTOR = JSON.stringify(new URL("./collect-blobs.ts", import.meta.url).href);

/**
 * References the same few strings in one session after another, reads each back, and deletes the previous log: the
 * blobs lose their last reference all the time.
 */
const writer = (directory: string, name: string, rounds: number): string => `
  import { rmSync } from "node:fs";
  const { findSession } = await import(${JSON.stringify(new URL("../session-file.ts", import.meta.url).href)});
  for (let round = 0; round < ${rounds}; round++) {
    const session = await store.create({ ...file.header, id: ${JSON.stringify(name)} + round });
    const text = String(round % 3).repeat(20_000);
    await session.append([{ seq: 0, id: "a", parent: null, at: 0, type: "note", text }]);
    if (round % 5 === 0) await session.sync();
    await session.close();
    const again = await store.open(session.header.id);
    for await (const entry of again.read()) if (entry.text !== text) print("round " + round + ": " + JSON.stringify(again.damage));
    if (round > 0) rmSync(await findSession(${JSON.stringify(directory)}, ${JSON.stringify(name)} + (round - 1)));
  }
  print("done");`;

/** Collects in a loop, treating all blobs as old, until the writers have ended. */
const collector = (directory: string): string => `
  const { collectBlobs } = await import(${COLLECTOR});
  let stopped = false;
  process.once("SIGTERM", () => (stopped = true));
  let blobs = 0;
  print("started");
  while (!stopped) {
    blobs += (await collectBlobs({ directory: ${JSON.stringify(directory)}, now: Date.now() + 86_400_000, grace: 0 })).blobs;
    await new Promise((resolve) => setImmediate(resolve));
  }
  print(String(blobs));`;

/**
 * Runs writers and collectors on one sessions directory, each as a process. Afterwards every reference in a log
 * resolves.
 */
export const race = async (t: TestContext, writers: number, collectors: number, rounds: number): Promise<void> => {
  const { directory, store } = temporaryStore(t);
  const collecting = Array.from({ length: collectors }, () => startChild(t, directory, collector(directory)));
  const collected = collecting.map((child) => ended(child));
  const writing = Array.from({ length: writers }, (_, at) => ended(startChild(t, directory, writer(directory, `w${at}-`, rounds))));
  for (const { lines, errors } of await Promise.all(writing)) assert.deepEqual([lines, errors], [["done"], ""]);
  for (const child of collecting) child.kill("SIGTERM");
  let deleted = 0;
  for (const { lines, errors } of await Promise.all(collected)) {
    assert.equal(errors, "");
    deleted += Number(lines.at(-1));
  }
  assert.ok(deleted > 0, "no blob was deleted");

  for await (const { id } of store.list()) {
    const file = await store.open(id);
    for await (const entry of file.read()) assert.equal(entry.type, "note");
    assert.deepEqual(file.damage, []);
  }
  assert.deepEqual(
    blobPaths(directory).filter((path) => /\.new-/.test(path)),
    [],
  );
};

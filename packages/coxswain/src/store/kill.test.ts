import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { appendTo, ended, readSession, startChild, temporaryStore } from "./store.fixture.ts";

/** Prints each entry's id once it is acknowledged, until it is killed. */
const program = (bytes: number): string => `
  const text = "x".repeat(${bytes});
  for (;;) {
    const [entry] = await log.append(note(text));
    print(entry.id);
  }`;

const ROUNDS = 20;
const SIZES = [1_000, 8_000, 100_000];

for (const [number, size] of SIZES.entries()) {
  test(`L1: killed at any moment, a session of ${size} byte entries has every acknowledged one, and can continue`, async (t) => {
    const { store, folder } = temporaryStore(t);
    const acknowledged: string[] = [];
    for (let round = number; round < ROUNDS; round += SIZES.length) {
      const child = startChild(t, folder.slice(0, folder.lastIndexOf("/")), program(size));
      const count = 1 + ((round * 13) % 60);
      const { lines, signal, errors } = await ended(child, (printed) => {
        if (printed >= count) child.kill("SIGKILL");
      });
      assert.equal(signal, "SIGKILL", errors);
      acknowledged.push(...lines);

      const killed = await readSession(store);
      const ids = killed.entries.map(({ id }) => id);
      const atMostOneMore = ids.length - acknowledged.length;
      assert.deepEqual(ids.slice(0, acknowledged.length), acknowledged);
      assert.ok(atMostOneMore === 0 || atMostOneMore === 1, `${atMostOneMore} more than acknowledged`);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(killed.damage.length <= 1);
      assert.ok(killed.damage.every(({ kind }) => kind === "torn"));

      const appended = await appendTo(store);
      acknowledged.splice(0, Infinity, ...ids, appended.id);
      assert.deepEqual((await readSession(store)).damage, []);
    }
    assert.ok(readdirSync(folder).every((name) => /^one\.(jsonl|torn-\d+)$/.test(name)));
  });
}

import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { test } from "node:test";
import { appendTo, ended, inject, noStrace, type Note, readSession, startChild, temporaryStore } from "../store.fixture.ts";
import { blobPaths, longText } from "./blobs.fixture.ts";
import { collectBlobs } from "./collect-blobs.ts";

const CALLS = ["write", "link", "unlink", "rename", "mkdir", "chmod", "fchmod", "utimensat", "fsync", "fdatasync"];

/**
 * Appends new content, the same again, and two at once. Prints each id once it is acknowledged, and `synced` once all of
 * them are.
 */
const PROGRAM = `
  print("opened");
  for (const [number, again] of [[1, 1], [2, 3], [1, 2]]) {
    const text = (at) => (at + " ").padEnd(10_000, "lorem ipsum ");
    const [entry] = await log.append({ ...note(text(number)), again: text(again) });
    print(entry.id);
    await log.sync();
  }
  print("synced");
  await log.close();`;

const TEXTS = [
  [1, 1],
  [2, 3],
  [1, 2],
].map((numbers) => numbers.map((number) => longText(number)));

for (const call of CALLS) {
  test(`L2: killed at any ${call}, each stored entry has its content`, { skip: noStrace }, async (t) => {
    const { store, directory, path } = temporaryStore(t);
    let kills = 0;
    for (let number = 1, ran = false; !ran; number++) {
      rmSync(directory, { recursive: true, force: true });
      const { lines, signal } = await ended(startChild(t, directory, PROGRAM, inject(call, `signal=SIGKILL:when=${number}`)));
      ran = signal === null;
      assert.ok(!ran || lines.includes("synced"));
      if (ran || !lines.includes("opened")) continue;
      kills += 1;
      const killedAt = `killed at ${call} ${number}`;
      const acknowledged = lines.filter((line) => line !== "opened" && line !== "synced");
      if (!existsSync(path)) {
        assert.deepEqual(acknowledged, [], killedAt);
        continue;
      }
      const { entries, damage } = await readSession(store);
      assert.deepEqual(damage, [], killedAt);
      assert.deepEqual(entries.map(({ id }) => id).slice(0, acknowledged.length), acknowledged, killedAt);
      assert.ok(entries.length <= acknowledged.length + 1, killedAt);
      for (const [at, entry] of entries.entries()) {
        const { text, again } = entry as Note & { readonly again: string };
        assert.ok(text === TEXTS[at]?.[0] && again === TEXTS[at]?.[1], killedAt);
      }
      await appendTo(store, longText(3));
      await collectBlobs({ directory, now: Date.now() + 1000, grace: 0 });
      assert.deepEqual((await readSession(store)).damage, [], killedAt);
      assert.ok(
        blobPaths(directory).every((blob) => /[0-9a-f]{62}$/.test(blob)),
        killedAt,
      );
    }
    assert.ok(kills > 0 || ["rename", "chmod"].includes(call), "it was never killed");
  });
}

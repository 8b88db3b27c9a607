import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { continueCompacted, openSessions, storeSession } from "./killed-compaction.ts";

const folder = await mkdtemp(join(tmpdir(), "cox-compaction-"));
after(() => rm(folder, { recursive: true }));

/** Bytes between two cuts. A prime, so that the cuts fall on different parts of the entries. */
const STEP = 37;

test("L21: a log that is truncated anywhere in a compaction's writes has the state before it or the state after it", async () => {
  const whole = join(folder, "whole");
  const { id, path } = await storeSession(whole);
  const before = (await readFile(path)).length;
  {
    await using opened = openSessions(whole);
    await (await opened.runtime.open(id)).compact();
  }
  const bytes = await readFile(path);
  const seen = new Set<string>();
  const cuts = [...Array.from({ length: Math.ceil((bytes.length - before) / STEP) }, (_, at) => before + at * STEP), bytes.length];
  for (const cut of cuts) {
    const copy = join(folder, `cut-${cut}`);
    await cp(whole, copy, { recursive: true });
    await writeFile(join(copy, relative(whole, path)), bytes.subarray(0, cut));
    seen.add(await continueCompacted(copy, id));
  }
  assert.deepEqual([...seen], ["before", "after"]);
});

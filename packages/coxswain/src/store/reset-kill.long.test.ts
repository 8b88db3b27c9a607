import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertSame, open, openWhole } from "./checkpoint.fixture.ts";
import { appendTo, ended, fileOf, inject, note, noStrace, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

/** Resets a session after many notes, and writes a checkpoint. */
const PROGRAM = `
  import { FOLDS, sources } from ${JSON.stringify(join(import.meta.dirname, "checkpoint.fixture.ts"))};
  await log.close();
  const session = await Log.open(await store.open("one"), sources(100), FOLDS);
  for (let at = 0; at < 12; at++) await session.append(note("x".repeat(7000)));
  print("before");
  await session.append({ type: "reset" });
  print("reset");
  await session.append(note("after"));
  await session.checkpoint();
  await session.close();
  print("over");`;

test(
  "L21: killed at any write during a reset, a session has the state before it or after it, with or without a checkpoint",
  { skip: noStrace },
  async (t) => {
    const { directory, store, path } = temporaryStore(t);
    const seen = new Set<string>();
    // The write may still happen before the signal arrives, unless it fails.
    const faults = ["signal=SIGKILL", "error=EIO:signal=SIGKILL"];
    for (let number = 1, ran = false; !ran; number++) {
      const fault = `${faults[number % 2]}:when=${Math.ceil(number / 2)}`;
      rmSync(directory, { recursive: true, force: true });
      writeSession(path, fileOf([note(0)]));
      // Counts only writes to the session: the number of those that wake a thread differs from run to run.
      const { lines, signal } = await ended(startChild(t, directory, PROGRAM, [...inject("write", fault), "-P", path]));
      ran = signal === null;
      if (!lines.includes("before")) continue;
      const log = await open(store, 1e6);
      const whole = await openWhole(store, 1e6);
      assertSame(log, whole, fault);
      const isReset = whole.entries.some(({ type }) => type === "reset");
      if (lines.includes("reset")) assert.ok(isReset);
      assert.equal(whole.entries.filter(({ type }) => type === "note").length, isReset && whole.entries.at(-1)?.type !== "reset" ? 14 : 13);
      seen.add(`${isReset ? "after" : "before"}, ${log.wholeFrom > 0 ? "checkpoint" : "no checkpoint"}`);
      await Promise.all([log.close(), whole.close()]);
      await appendTo(store);
    }
    assert.deepEqual([...seen].toSorted(), ["after, checkpoint", "after, no checkpoint", "before, no checkpoint"]);
  },
);

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertSame, open, openWhole } from "./checkpoint.fixture.ts";
import { appendTo, ended, inject, noStrace, startChild, temporaryStore } from "./store.fixture.ts";

/** A session that begins anew after many notes, and writes a checkpoint of that. */
const PROGRAM = `
  import { KEPT, sources } from ${JSON.stringify(join(import.meta.dirname, "checkpoint.fixture.ts"))};
  await log.close();
  const kept = await Log.open(await store.open("one").catch(() => store.create(file.header)), sources(100), KEPT);
  for (let at = 0; at < 12; at++) await kept.append(note("x".repeat(7000)));
  say("before");
  await kept.append({ type: "reset" });
  say("anew");
  await kept.append(note("after"));
  await kept.checkpoint();
  await kept.close();
  say("over");`;

test(
  "L21: killed at any write while it begins anew, a session is before that or after it, with or without its checkpoint",
  { skip: noStrace },
  async (t) => {
    const { directory, store } = temporaryStore(t);
    const seen = new Set<string>();
    // The write itself may still happen before the signal arrives, unless it is refused.
    const faults = ["signal=SIGKILL", "error=EIO:signal=SIGKILL"];
    for (let number = 1, ran = false; !ran; number++) {
      const fault = `${faults[number % 2]}:when=${Math.ceil(number / 2)}`;
      rmSync(directory, { recursive: true, force: true });
      const { lines, signal } = await ended(startChild(t, directory, PROGRAM, inject("write", fault)));
      ran = signal === null;
      if (!lines.includes("before")) continue;
      const log = await open(store, 1e6);
      const whole = await openWhole(store, 1e6);
      assertSame(log, whole, fault);
      const anew = whole.entries.some(({ type }) => type === "reset");
      if (lines.includes("anew")) assert.ok(anew);
      assert.equal(whole.entries.filter(({ type }) => type === "note").length, anew && whole.entries.at(-1)?.type !== "reset" ? 13 : 12);
      seen.add(`${anew ? "after" : "before"}, ${log.wholeFrom > 0 ? "checkpoint" : "no checkpoint"}`);
      await Promise.all([log.close(), whole.close()]);
      await appendTo(store);
    }
    assert.deepEqual([...seen].toSorted(), ["after, checkpoint", "after, no checkpoint", "before, no checkpoint"]);
  },
);

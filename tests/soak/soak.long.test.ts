import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const BATCHES = 8;
/** What the collector leaves to chance, and what the runtime's own caches hold. */
const SLACK = 2 * 1024 * 1024;

test("2,000 runs in one process leave its memory as it was, and nothing open", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "cox-soak-"));
  t.after(() => rm(directory, { recursive: true }));
  const args = ["--expose-gc", "--conditions=coxswain-source", join(import.meta.dirname, "soak.child.ts"), directory, String(BATCHES)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  assert.equal(code, 0);
  const taken = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly heap: number; readonly handles: number });
  assert.equal(taken.length, BATCHES);
  // The first batches warm up what is compiled and cached.
  const [, , early = { heap: 0, handles: 0 }] = taken;
  const last = taken.at(-1) ?? early;
  t.diagnostic(taken.map(({ heap }) => `${(heap / 1e6).toFixed(1)} MB`).join(", "));
  assert.ok(last.heap - early.heap < SLACK, "memory grew");
  assert.equal(last.handles, early.handles, "something stays open");
});

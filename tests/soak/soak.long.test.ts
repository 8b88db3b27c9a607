import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const BATCHES = 8;
/** Tolerance for the garbage collector and the runtime's caches. */
const SLACK = 2 * 1024 * 1024;

test("2,000 runs in one process leak no memory and no handle", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "cox-soak-"));
  t.after(() => rm(directory, { recursive: true }));
  const args = ["--expose-gc", "--conditions=coxswain-source", join(import.meta.dirname, "soak.child.ts"), directory, String(BATCHES)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  assert.equal(code, 0);
  const samples = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly heap: number; readonly handles: number });
  assert.equal(samples.length, BATCHES);
  // The first batches fill caches and compile code.
  const [, , early = { heap: 0, handles: 0 }] = samples;
  const last = samples.at(-1) ?? early;
  t.diagnostic(samples.map(({ heap }) => `${(heap / 1e6).toFixed(1)} MB`).join(", "));
  assert.ok(last.heap - early.heap < SLACK, "memory grew");
  assert.equal(last.handles, early.handles, "a handle leaks");
});

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { flipBit } from "./bit-flips.ts";
import { createUsedSession } from "./used-session.ts";

const TRIALS = 1000;

test("A16: any flipped bit of a session file is repaired, or named together with its loss", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "cox-flips-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const { path } = await createUsedSession(directory);
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.nat(readFileSync(path).length * 8 - 1), async (bit) => {
      const flip = await flipBit(directory, path, bit);
      counts.set(flip.kind, (counts.get(flip.kind) ?? 0) + 1);
      assert.notEqual(flip.kind, "unclassified", JSON.stringify(flip));
      if (flip.kind === "unnoticed") return;
      assert.ok(flip.named.length > 0);
      // A line end that becomes another character joins two entries.
      if (flip.kind === "repaired") assert.ok(flip.lost <= 2, JSON.stringify(flip));
    }),
    { numRuns: TRIALS, seed },
  );
  t.diagnostic(`seed ${seed}, ${[...counts].map(([kind, count]) => `${kind}: ${count}`).join(", ")}`);
});

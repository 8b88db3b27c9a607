import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckpointEntry, checkpointDraft, isIntact } from "./checkpoint.ts";

const FACTS = {
  offset: 7,
  ranges: [[1, 3]],
  above: "a",
  pathStates: { seen: { "/a": "0", "7": "\ud800" } },
  allStates: { cost: 0.1 },
  damage: [{ kind: "line", detail: "garbage" }],
} as const;

const written = (facts: Parameters<typeof checkpointDraft>[0]): CheckpointEntry => ({
  seq: 0,
  id: "c",
  parent: null,
  at: 0,
  ...checkpointDraft(facts),
});

const again = (entry: CheckpointEntry): CheckpointEntry => JSON.parse(JSON.stringify(entry)) as CheckpointEntry;

test("a checkpoint is intact after encoding and decoding, with and without damage, and with any states", () => {
  assert.ok(isIntact(again(written(FACTS))));
  assert.ok(isIntact(again(written({ ...FACTS, damage: [] }))));
  assert.ok(isIntact(again(written({ ...FACTS, allStates: { title: undefined } }))));
});

test("L6: a checkpoint with any changed field is not intact", () => {
  const entry = written(FACTS);
  const others: readonly Partial<CheckpointEntry>[] = [
    { offset: 8 },
    { ranges: [[1, 4]] },
    { above: null },
    { pathStates: {} },
    { allStates: { cost: 0.2 } },
    { damage: [] },
    { sum: entry.sum ^ 1 },
  ];
  for (const other of others) assert.ok(!isIntact({ ...entry, ...other }), JSON.stringify(other));
});

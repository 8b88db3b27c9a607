import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./entry.ts";
import { rebasePath } from "./rebase-path.ts";
import { Tree } from "./tree.ts";

test("a rebased path is self-contained: numbered from 0, each entry attached to the previous one, all other fields unchanged", () => {
  const path = [
    { seq: 4, id: "a", parent: "gone", at: 1, type: "note", text: "first" },
    { seq: 9, id: "b", parent: "a", at: 2, type: "note", text: "second" },
  ];
  const moved: Entry[] = rebasePath(path);
  assert.deepEqual(moved, [
    { seq: 0, id: "a", parent: null, at: 1, type: "note", text: "first" },
    { seq: 1, id: "b", parent: "a", at: 2, type: "note", text: "second" },
  ]);
  const tree = new Tree();
  for (const entry of moved) assert.equal(tree.add(entry), undefined);
  assert.deepEqual(tree.path.entries, moved);
});

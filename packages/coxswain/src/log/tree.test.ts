import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry, LeafEntry } from "./entry.ts";
import { EntryNotFoundError } from "./errors.ts";
import { Tree } from "./tree.ts";

const note = (seq: number, id: string, parent: string | null): Entry => ({ seq, id, parent, at: 0, type: "note" });
const leaf = (seq: number, id: string, parent: string | null, to: string | null): LeafEntry => ({
  seq,
  id,
  parent,
  at: 0,
  type: "leaf",
  to,
});
const ids = (path: readonly Entry[]): string[] => path.map(({ id }) => id);

const treeOf = (...entries: Entry[]): Tree => {
  const tree = new Tree();
  for (const entry of entries) assert.equal(tree.add(entry), undefined);
  return tree;
};

test("an empty tree has no leaf and no path", () => {
  const tree = new Tree();
  assert.equal(tree.leaf, null);
  assert.deepEqual(tree.path.entries, []);
});

test("an entry becomes the leaf, and the path follows its parents", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), note(2, "c", "b"));
  assert.equal(tree.leaf, "c");
  assert.deepEqual(ids(tree.path.entries), ["a", "b", "c"]);
});

test("after the leaf moves, the next entry starts a branch, and the other branch remains", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), leaf(2, "l", "b", "a"), note(3, "c", "a"));
  assert.deepEqual(ids(tree.path.entries), ["a", "c"]);
  assert.deepEqual(ids(tree.pathTo("b")), ["a", "b"]);
  assert.deepEqual(ids(tree.all.entries), ["a", "b", "l", "c"]);
});

test("L6: two roots are two branches", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), leaf(2, "l", "b", null), note(3, "c", null));
  assert.deepEqual(ids(tree.path.entries), ["c"]);
  assert.deepEqual(ids(tree.pathTo("b")), ["a", "b"]);
});

test("L6: an entry whose parent is missing is attached to the previous entry and reported", () => {
  const tree = treeOf(note(0, "a", null));
  assert.equal(tree.add(note(2, "c", "lost"))?.kind, "orphan");
  assert.deepEqual(ids(tree.path.entries), ["a", "c"]);
});

test("L6: a later entry without a parent is attached to the leaf and reported, unless a leaf entry moved there", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), leaf(2, "l", "b", "a"));
  assert.deepEqual(tree.add(note(3, "c", null)), { kind: "orphan", detail: 'entry 3: has no parent, and the leaf is at "a"' });
  assert.deepEqual(ids(tree.path.entries), ["a", "c"]);
  tree.skip(note(4, "d", null));
  assert.equal(tree.add(note(5, "e", "d")), undefined);
  assert.deepEqual(ids(tree.path.entries), ["a", "c", "e"]);
});

test("L6: a later entry cannot be a parent, so cycles are impossible", () => {
  const tree = new Tree();
  assert.equal(tree.add(note(0, "a", "b"))?.kind, "orphan");
  assert.equal(tree.add(note(1, "b", "a")), undefined);
  assert.deepEqual(ids(tree.path.entries), ["a", "b"]);
  assert.equal(tree.add(note(2, "self", "self"))?.kind, "orphan");
  assert.deepEqual(ids(tree.path.entries), ["a", "b", "self"]);
});

test("L6: with duplicate ids the first entry counts, and the second is reported", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"));
  assert.equal(tree.add(note(2, "a", "b"))?.kind, "duplicate");
  assert.deepEqual(ids(tree.path.entries), ["a", "b"]);
  assert.equal(tree.get("a")?.seq, 0);
});

test("L6: a leaf entry that targets a missing entry or a leaf entry does not move the leaf and is reported", () => {
  const tree = treeOf(note(0, "a", null), leaf(1, "l", "a", "a"));
  assert.equal(tree.add(leaf(2, "m", "a", "lost"))?.kind, "orphan");
  assert.equal(tree.add(leaf(3, "n", "a", "l"))?.kind, "orphan");
  assert.equal(tree.leaf, "a");
});

test("L6: a leaf entry is not part of a path, even if an entry names it as its parent", () => {
  const tree = treeOf(note(0, "a", null), leaf(1, "l", "a", "a"));
  assert.equal(tree.add(note(2, "b", "l"))?.kind, "orphan");
  assert.deepEqual(ids(tree.path.entries), ["a", "b"]);
});

test("L6: children of a skipped entry are attached to its parent, on any branch", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), leaf(2, "l", "b", "a"));
  assert.deepEqual(tree.skip(note(3, "c", "a")), { kind: "line", detail: 'entry 3 cannot be read as a "note"' });
  assert.equal(tree.leaf, "a");
  tree.skip(note(4, "d", "c"));
  assert.equal(tree.add(note(5, "e", "d")), undefined);
  assert.deepEqual(ids(tree.path.entries), ["a", "e"]);
  assert.equal(tree.parentOf("e"), "a");
  assert.equal(tree.add(note(6, "b2", "b")), undefined);
  assert.equal(tree.add(leaf(7, "m", "b2", "d")), undefined);
  assert.equal(tree.leaf, "a");
});

test("L6: the id of a skipped entry can be reused", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"));
  tree.skip(note(2, "c", "a"));
  assert.equal(tree.add(note(3, "c", "b")), undefined);
  assert.equal(tree.add(note(4, "d", "c")), undefined);
  assert.deepEqual(ids(tree.path.entries), ["a", "b", "c", "d"]);
});

test("the path to an unknown entry throws an EntryNotFoundError", () => {
  assert.throws(() => treeOf(note(0, "a", null)).pathTo("z"), EntryNotFoundError);
});

test("children of a forgotten entry are attached to its parent", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"), note(2, "c", "b"), leaf(3, "l", "c", "b"), note(4, "d", "b"));
  tree.forget(new Set(["b"]));
  assert.deepEqual(ids(tree.path.entries), ["a", "d"]);
  assert.deepEqual(ids(tree.pathTo("c")), ["a", "c"]);
  assert.equal(tree.has("b"), false);
});

test("forgetting the leaf moves it to the parent, and the tree stays usable", () => {
  const tree = treeOf(note(0, "a", null), note(1, "b", "a"));
  tree.forget(new Set(["b"]));
  assert.equal(tree.leaf, "a");
  assert.equal(tree.add(note(2, "c", "lost"))?.kind, "orphan");
  assert.deepEqual(ids(tree.path.entries), ["a", "c"]);
});

/** Entries as any program could write them: parents, leaves and ids may refer to any entry. */
const anyEntries = fc.array(
  fc.record({
    id: fc.nat(12),
    parent: fc.option(fc.nat(14)),
    to: fc.option(fc.option(fc.nat(14)), { nil: undefined }),
  }),
  { maxLength: 30 },
);

test("L6: for any references between entries, every path is finite, begins at a root, and ends at the leaf", () => {
  fc.assert(
    fc.property(anyEntries, fc.func(fc.boolean()), (drafts, forgets) => {
      const tree = new Tree();
      const seen = new Set<string>();
      const name = (id: number | null): string | null => (id === null ? null : `e${id}`);
      for (const [seq, { id, parent, to }] of drafts.entries()) {
        const entry = to === undefined ? note(seq, `e${id}`, name(parent)) : leaf(seq, `e${id}`, name(parent), name(to));
        const taken = tree.has(entry.id);
        assert.equal(tree.add(entry)?.kind === "duplicate", taken);
        seen.add(entry.id);
        if (seq % 7 === 6) tree.forget(new Set([...seen].filter((each) => forgets(each))));
      }
      const path = tree.path.entries;
      assert.equal(path.at(-1)?.id ?? null, tree.leaf);
      assert.equal(new Set(ids(path)).size, path.length);
      assert.ok(path.every(({ type }) => type === "note"));
      if (tree.leaf !== null) assert.deepEqual(tree.pathTo(tree.leaf), path);
      for (const { id } of tree.all.entries) assert.equal(tree.pathTo(id).at(-1)?.id, id);
    }),
  );
});

test("the path is in log order", () => {
  fc.assert(
    fc.property(anyEntries, (drafts) => {
      const tree = new Tree();
      for (const [seq, { id, parent }] of drafts.entries()) tree.add(note(seq, `e${id}`, parent === null ? null : `e${parent}`));
      const order = tree.path.entries.map(({ seq }) => seq);
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one - other),
      );
    }),
  );
});

test("L6: alternating branches are read in linear time", () => {
  // Rebuilding the path for each entry would take 20 billion steps, and the test would not finish.
  const count = 200_000;
  const tree = new Tree();
  for (let seq = 0; seq < count; seq++) tree.add(note(seq, `e${seq}`, seq === 0 ? null : `e${Math.max(0, seq - 2)}`));
  assert.equal(tree.path.entries.length, count / 2 + 1);
});

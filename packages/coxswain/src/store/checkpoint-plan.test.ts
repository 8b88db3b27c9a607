import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpointDraft, type CheckpointEntry, type Entry, entryList, type Route } from "../log/index.ts";
import { CheckpointPlan } from "./checkpoint-plan.ts";
import { note } from "./store.fixture.ts";

const KB = 1024;

/** A file that grows by entries of a given size, and its checkpoint plan. */
const growing = () => {
  const plan = new CheckpointPlan();
  let seq = 0;
  let end = 100;
  const add = (entry: Entry, bytes: number): Entry => {
    plan.add(entry, end, (end += bytes));
    return entry;
  };
  return {
    plan,
    grow: (bytes: number): Entry => add(note(seq++), bytes),
    write: (route: Route | undefined, bytes: number): void => {
      assert.ok(route !== undefined);
      const draft = checkpointDraft({ ...route, above: null, pathStates: {}, allStates: {} });
      plan.beginAt(add({ ...note(seq++), ...draft }, bytes) as CheckpointEntry);
    },
  };
};

test("a file whose first entry is needed gets no checkpoint, whatever its length", () => {
  const { plan, grow } = growing();
  const entries = Array.from({ length: 100 }, () => grow(100 * KB));
  const path = entryList(entries);
  assert.equal(plan.route(path, 0), undefined);
});

test("a checkpoint is worth its line once it saves reading 64 KiB", () => {
  const { plan, grow } = growing();
  const entries = [grow(63 * KB), grow(KB)];
  const path = entryList(entries);
  assert.equal(plan.route(path, 1), undefined);
  entries.push(grow(KB));
  assert.deepEqual(plan.route(path, 2), { offset: 100 + 65 * KB, ranges: [[100 + 64 * KB, 100 + 65 * KB]] });
});

test("after a checkpoint, only bytes that it does not save count", () => {
  const { plan, grow, write } = growing();
  const entries = [grow(100 * KB), grow(KB)];
  const path = entryList(entries);
  write(plan.route(path, 1), 300);
  entries.push(grow(200 * KB));
  assert.equal(plan.route(path, 1), undefined);
  entries.push(grow(KB));
  assert.notEqual(plan.route(path, 3), undefined);
});

test("a checkpoint with a long line must save sixteen times its length", () => {
  const { plan, grow, write } = growing();
  const entries = [grow(100 * KB), grow(KB)];
  const path = entryList(entries);
  write(plan.route(path, 1), 10 * KB);
  grow(160 * KB - 1);
  assert.equal(plan.route(path, 1), undefined);
  grow(1);
  assert.notEqual(plan.route(path, 1), undefined);
});

test("a checkpoint far from the end is followed by another, so that a reader finds it", () => {
  const { plan, grow, write } = growing();
  const entries = [grow(100 * KB), grow(KB)];
  const path = entryList(entries);
  write(plan.route(path, 1), 300);
  entries.push(grow(1023 * KB));
  assert.equal(plan.route(path, 1), undefined);
  entries.push(grow(KB));
  const again = plan.route(path, 1);
  assert.equal(again?.ranges.length, 2);
  write(again, 300);
  assert.equal(plan.route(path, 1), undefined);
});

test("a checkpoint whose offset is wrong saves nothing", () => {
  const { plan, grow, write } = growing();
  const entries = [grow(100 * KB), grow(KB)];
  const path = entryList(entries);
  const route = plan.route(path, 1);
  grow(10);
  write(route, 300);
  assert.notEqual(plan.route(path, 1), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { FileList } from "./file-list.ts";

/** A project of 1,000 files, each of which takes a millisecond to find. */
const openScene = () => {
  const timer = manualTimer();
  const scene = { found: 0, isOpen: false, changes: 0 };
  const list = new FileList({
    timer: { now: () => scene.found, after: (delay, run) => timer.after(delay, run) },
    async *files() {
      scene.isOpen = true;
      try {
        for (let at = 0; at < 1000; at += 1) {
          scene.found += 1;
          yield `src/file-${at}.ts`;
        }
      } finally {
        scene.isOpen = false;
      }
    },
    onChange: () => {
      scene.changes += 1;
    },
  });
  return { list, timer, scene };
};

test("the list is read in slices, between which keys are handled and the paths so far are shown", async () => {
  const { list, timer, scene } = openScene();
  list.refresh();
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    assert.equal(list.paths.length, 50 * (turn + 1));
    await timer.advance(0);
  }
  for (let turn = 0; turn < 20; turn += 1) {
    await timer.advance(0);
    await new Promise(setImmediate);
  }
  assert.equal(list.paths.length, 1001);
  assert.equal(list.paths[0], "src/");
  assert.ok(scene.changes > 10);
});

test("names that cannot be typed or would control the terminal are not in the list", async () => {
  const list = new FileList({
    timer: manualTimer(),
    async *files() {
      yield* ["a.ts", 'quo"ted.ts', "two\nlines.ts", "red\u001b[31m.ts", "evil\u202ets.exe"];
    },
    onChange() {},
  });
  list.refresh();
  await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(list.paths, ["a.ts"]);
});

test("an editor that closes ends the search for files", async () => {
  const { list, timer, scene } = openScene();
  list.refresh();
  await new Promise(setImmediate);
  list.stop();
  await timer.advance(0);
  await new Promise(setImmediate);
  assert.equal(scene.isOpen, false);
  assert.ok(list.paths.length < 1000);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, note, temporaryStore, writeSession } from "../store.fixture.ts";
import { InboxFolder } from "./inbox-folder.ts";
import { type Every, InboxWatch } from "./inbox-watch.ts";

test("one timer looks for all inboxes, tells of those that hold something, and ends with the last", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  let timers = 0;
  let look = (): void => assert.fail("nobody watches");
  const every: Every = (_, callback) => {
    timers += 1;
    look = callback;
    return () => (timers -= 1);
  };
  const watch = new InboxWatch(every);
  const inbox = new InboxFolder(path);
  const told: string[] = [];
  const one = watch.add(inbox, () => told.push("one"));
  const two = watch.add(new InboxFolder(path.replace("one", "two")), () => told.push("two"));
  assert.equal(timers, 1);
  look();
  await inbox.give({ id: "a", content: "text" });
  look();
  look();
  assert.deepEqual(told, ["one", "one"]);
  one[Symbol.dispose]();
  assert.equal(timers, 1);
  two[Symbol.dispose]();
  assert.equal(timers, 0);
  watch.add(inbox, () => {});
  assert.equal(timers, 1);
});

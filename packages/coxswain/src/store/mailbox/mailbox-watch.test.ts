import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, note, temporaryStore, writeSession } from "../store.fixture.ts";
import { MailboxFolder } from "./mailbox-folder.ts";
import { type Every, MailboxWatch } from "./mailbox-watch.ts";

test("polls all mailboxes with one timer, reports those with messages, and stops the timer with the last", async (t) => {
  const { path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  let timers = 0;
  let check = (): void => assert.fail("no mailbox is watched");
  const every: Every = (_, callback) => {
    timers += 1;
    check = callback;
    return () => (timers -= 1);
  };
  const watch = new MailboxWatch(every);
  const mailbox = new MailboxFolder(path);
  const notified: string[] = [];
  const one = watch.add(mailbox, () => notified.push("one"));
  const two = watch.add(new MailboxFolder(path.replace("one", "two")), () => notified.push("two"));
  assert.equal(timers, 1);
  check();
  await mailbox.send({ id: "a", content: "text" });
  check();
  check();
  assert.deepEqual(notified, ["one", "one"]);
  one[Symbol.dispose]();
  assert.equal(timers, 1);
  two[Symbol.dispose]();
  assert.equal(timers, 0);
  watch.add(mailbox, () => {});
  assert.equal(timers, 1);
});

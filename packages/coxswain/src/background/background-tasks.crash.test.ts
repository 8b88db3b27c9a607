import assert from "node:assert/strict";
import { test } from "node:test";
import { isMessage } from "../loop/index.ts";
import { type Entry, memoryStore } from "../log/index.ts";
import { textOf } from "../model/index.ts";
import { sayTool } from "../runtime/runtime.fixture.ts";
import { reopen, storeChanged, storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import { inBackground, say, taskScene } from "../runtime/tasks.fixture.ts";

test("L1, L19: after a crash at any entry, the model receives one notice of each task that was started", async () => {
  const store = memoryStore();
  const replies = {
    go: [{ calls: [inBackground("a"), say("look")] }, "I wait.", "One.", "Both.", "All."],
    a: [{ calls: [say("a")] }, "A."],
  };
  const scene = await taskScene({ replies, tools: [sayTool()], store, tasks: { awaited: true } });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  const whole = await storedIn(store, id);
  assert.ok(whole.some(({ type }) => type === "task_end"));
  for (let length = whole.findIndex(({ type }) => type === "run_start") + 1; length <= whole.length; length++) {
    const cut = await storeCutAt(store, id, length);
    const begun = whole.slice(0, length).filter(({ type }) => type === "task_start").length;
    await using later = await reopen(cut, id, { script: () => "Hm.", tools: [sayTool()], tasks: {} });
    await later.session.prompt("And?").outcome;
    await later.session.prompt("And now?").outcome;
    const notices = later.session.entries
      .filter(isMessage)
      .filter(({ message }) => message.role === "user" && message.source === "task:t1");
    assert.equal(notices.length, begun, `after ${length} entries: ${notices.map(({ message }) => textOf(message)).join(" | ")}`);
  }
});

test("T8: after a crash at any entry while task_output runs, the model receives the result of the task once", async () => {
  const store = memoryStore();
  const read = { calls: [{ name: "task_output", input: { task: "t1", wait: 60 } }] };
  const replies = { go: [{ calls: [inBackground("a")] }, read, "Done."], a: [{ calls: [say("a")] }, "A."] };
  const scene = await taskScene({ replies, tools: [sayTool()], store });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.notices(), []);
  await scene.runtime.close();
  const whole = await storedIn(store, id);
  for (let length = whole.findIndex(({ type }) => type === "task_start") + 1; length <= whole.length; length++) {
    const cut = await storeCutAt(store, id, length);
    await using later = await reopen(cut, id, { script: () => "Hm.", tools: [sayTool()], tasks: {} });
    await later.session.prompt("And?").outcome;
    const messages = later.session.entries.filter(isMessage).map(({ message }) => message);
    const notices = messages.filter((message) => message.role === "user" && message.source === "task:t1");
    const shown = messages.filter((message) => message.role === "tool" && message.name === "task_output" && !message.isError);
    assert.equal(notices.length + shown.length, 1, `after ${length} entries`);
  }
});

test("L6: delivers no second notice if the end of a task, or its notice, is lost from the log", async () => {
  const store = memoryStore();
  const replies = { go: [{ calls: [inBackground("a")] }, "I wait.", "Thanks."], a: ["A."] };
  const scene = await taskScene({ replies, store, tasks: { awaited: true } });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  assert.equal(scene.notices().length, 1);
  await scene.runtime.close();
  const isNotice = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "user" && entry.message.source === "task:t1";
  for (const damaged of [
    await storeChanged(store, id, (entry) => (entry.type === "task_end" ? undefined : entry)),
    await storeChanged(store, id, (entry) => (isNotice(entry) ? { ...entry, type: "messagg" } : entry)),
  ]) {
    await using later = await reopen(damaged, id, { script: () => "Hm.", tasks: {} });
    assert.equal((await later.session.prompt("And?").outcome).kind, "done");
    assert.ok(later.session.entries.filter(isNotice).length <= 1);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isMessage } from "../../loop/index.ts";
import { type Entry, memoryStore } from "../../log/index.ts";
import { textOf } from "../../model/index.ts";
import { sayTool } from "../../runtime/runtime.fixture.ts";
import { reopen, storeChanged, storeCutAt, storedIn } from "../../session/crash.fixture.ts";
import { inBackground, say, taskScene } from "./tasks.fixture.ts";

test("L1, L19: cut after any entry of its log, a session has told its model once of each task that it had begun", async () => {
  const store = memoryStore();
  const says = {
    go: [{ calls: [inBackground("a"), say("look")] }, "I wait.", "One.", "Both.", "All."],
    a: [{ calls: [say("a")] }, "A."],
  };
  const scene = await taskScene({ says, tools: [sayTool()], store, tasks: { awaited: true } });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  await scene.runtime.close();
  const whole = await storedIn(store, id);
  assert.ok(whole.some(({ type }) => type === "task_end"));
  for (let length = whole.findIndex(({ type }) => type === "run_start") + 1; length <= whole.length; length++) {
    const left = await storeCutAt(store, id, length);
    const begun = whole.slice(0, length).filter(({ type }) => type === "task_start").length;
    await using later = await reopen(left, id, { script: () => "Hm.", tools: [sayTool()], tasks: {} });
    await later.session.prompt("And?").outcome;
    await later.session.prompt("And now?").outcome;
    const told = later.session.entries.filter(isMessage).filter(({ message }) => message.role === "user" && message.source === "task:t1");
    assert.equal(told.length, begun, `after ${length} entries: ${told.map(({ message }) => textOf(message)).join(" | ")}`);
  }
});

test("T8: cut after any entry while it reads what came of a task, a session has told its model of it, or shown it, once", async () => {
  const store = memoryStore();
  const read = { calls: [{ name: "task_output", input: { task: "t1", wait: 60 } }] };
  const says = { go: [{ calls: [inBackground("a")] }, read, "Done."], a: [{ calls: [say("a")] }, "A."] };
  const scene = await taskScene({ says, tools: [sayTool()], store });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  assert.deepEqual(scene.told(), []);
  await scene.runtime.close();
  const whole = await storedIn(store, id);
  for (let length = whole.findIndex(({ type }) => type === "task_start") + 1; length <= whole.length; length++) {
    const left = await storeCutAt(store, id, length);
    await using later = await reopen(left, id, { script: () => "Hm.", tools: [sayTool()], tasks: {} });
    await later.session.prompt("And?").outcome;
    const messages = later.session.entries.filter(isMessage).map(({ message }) => message);
    const told = messages.filter((message) => message.role === "user" && message.source === "task:t1");
    const shown = messages.filter((message) => message.role === "tool" && message.name === "task_output" && !message.isError);
    assert.equal(told.length + shown.length, 1, `after ${length} entries`);
  }
});

test("L6: a task whose end is lost, or what told it, is not told twice, and the session goes on", async () => {
  const store = memoryStore();
  const says = { go: [{ calls: [inBackground("a")] }, "I wait.", "Thanks."], a: ["A."] };
  const scene = await taskScene({ says, store, tasks: { awaited: true } });
  const { id } = scene.session;
  await scene.session.prompt("go").outcome;
  assert.equal(scene.told().length, 1);
  await scene.runtime.close();
  const isTold = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "user" && entry.message.source === "task:t1";
  for (const left of [
    await storeChanged(store, id, (entry) => (entry.type === "task_end" ? undefined : entry)),
    await storeChanged(store, id, (entry) => (isTold(entry) ? { ...entry, type: "messagg" } : entry)),
  ]) {
    await using later = await reopen(left, id, { script: () => "Hm.", tasks: {} });
    assert.equal((await later.session.prompt("And?").outcome).kind, "done");
    assert.ok(later.session.entries.filter(isTold).length <= 1);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, EntryExistsError, memoryStore } from "../../log/index.ts";
import { openScene, transcript, typesIn } from "../../runtime/runtime.fixture.ts";
import { faultyStore } from "../../testing/index.ts";
import { reopen, storeChanged, storeCutAt, storedIn } from "../../runtime/crash.fixture.ts";
import { SessionBusyError } from "../errors.ts";
import type { Run } from "../runs/index.ts";
import { ClosedError, type Event } from "../../journal/index.ts";

/** A session with a run whose first answer is held until `release` is called. */
const heldScene = async () => {
  const hold = Promise.withResolvers<void>();
  const scene = await openScene({ script: [{ text: "one", hold: hold.promise }, "two", "three", "four"] });
  const run = scene.session.prompt("first");
  await run.admitted();
  return { ...scene, run, release: () => hold.resolve() };
};

/** Reopens the session as after a kill at this point. */
const killed = async ({ store, session }: Awaited<ReturnType<typeof heldScene>>) => {
  await session.append({ type: "last" });
  return reopen(await storeCutAt(store, session.id), session.id, { script: ["one", "two", "three", "four"] });
};

const inboxTypes = (entries: readonly Entry[]): string[] => typesIn(entries).filter((type) => type.startsWith("inbox"));

test("a prompt on an idle session logs no inbox entry; each waiting message logs one", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  assert.deepEqual(inboxTypes(scene.session.entries), []);
  run.steer("now");
  run.followUp("later");
  scene.session.prompt("second", { whenBusy: "queue" });
  assert.deepEqual(inboxTypes(scene.session.entries), ["inbox_admit", "inbox_admit", "inbox_admit"]);
});

test("after a kill, steering, follow-ups and prompts still wait in order, and no run starts", async () => {
  await using scene = await heldScene();
  scene.session.steer("now");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  scene.session.followUp("later");
  scene.session.prompt("third", { whenBusy: "queue" });
  scene.session.steer("at once");
  second.steer("and more");
  const { queue } = scene.session.state;
  assert.deepEqual(queue, { steering: ["now", "at once"], followUps: ["later"], prompts: ["second\nand more", "third"] });
  await using other = await killed(scene);
  assert.deepEqual(other.session.state.queue, queue);
  assert.equal(other.session.state.status, "idle");
  assert.equal(other.session.isBusy, false);
  assert.equal(other.model.requests.length, 0);
});

test("the next prompt runs the queued prompts first, in order", async () => {
  await using scene = await heldScene();
  scene.session.prompt("second", { whenBusy: "queue" });
  scene.session.prompt("third", { whenBusy: "queue" });
  await using other = await killed(scene);
  assert.equal((await other.session.prompt("fourth").outcome).kind, "done");
  assert.deepEqual(
    transcript(other.session).filter((line) => line.startsWith("user")),
    ["user: first", "user: second", "user: third", "user: fourth"],
  );
  assert.deepEqual(other.session.state.queue, { steering: [], followUps: [], prompts: [] });
});

test("a waiting message is delivered once, by an entry with its id", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  run.steer("now", { id: "delivered" });
  scene.release();
  await run.outcome;
  const entries = await storedIn(scene.store, scene.session.id);
  assert.equal(entries.filter(({ id }) => id === "delivered").length, 1);
  await using other = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id);
  assert.deepEqual(other.session.state.queue.steering, []);
});

test("L6: a delivered message with a damaged entry is not delivered again", async () => {
  await using scene = await heldScene();
  scene.run.steer("now", { id: "delivered" });
  scene.release();
  await scene.run.outcome;
  const damaged = await storeChanged(scene.store, scene.session.id, (entry) =>
    entry.id === "delivered" ? { ...entry, type: "messagg" } : entry,
  );
  await using other = await reopen(damaged, scene.session.id, { script: ["Here."] });
  assert.deepEqual(other.session.state.queue.steering, []);
  assert.equal((await other.session.prompt("Are you there?").outcome).kind, "done");
});

test("messages dropped by an abort stay cancelled after a reopen", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  run.steer("now");
  run.followUp("later");
  run.abort("enough");
  assert.deepEqual(inboxTypes(scene.session.entries), ["inbox_admit", "inbox_admit", "inbox_cancel"]);
  await run.outcome;
  await using other = await killed(scene);
  assert.deepEqual(other.session.state.queue, { steering: [], followUps: [], prompts: [] });
});

test("a prompt with a repeated id returns the same run while queued, when delivered and in another process", async () => {
  await using scene = await heldScene();
  const second = scene.session.prompt("second", { id: "b", whenBusy: "queue" });
  assert.equal(scene.session.prompt("second", { id: "b", whenBusy: "queue" }), second);
  assert.equal(scene.session.prompt("second", { id: "b" }), second, "a repeated id is not a second prompt on a busy session");
  scene.release();
  const outcome = await second.outcome;
  assert.deepEqual(await scene.session.prompt("second", { id: "b" }).outcome, outcome);
  await using other = await killed(scene);
  const repeated = other.session.prompt("second", { id: "b" });
  assert.equal(repeated.id, second.id);
  assert.deepEqual(await repeated.outcome, outcome);
  await repeated.admitted();
  assert.equal(other.model.requests.length, 0);
  assert.deepEqual(transcript(other.session), ["user: first", "assistant: one", "user: second", "assistant: two"]);
});

test("a queued prompt that is repeated after a kill runs once", async () => {
  await using scene = await heldScene();
  const second = scene.session.prompt("second", { id: "b", whenBusy: "queue" });
  await using other = await killed(scene);
  const again = other.session.prompt("second", { id: "b" });
  assert.equal(again.id, second.id);
  assert.equal((await again.outcome).kind, "done");
  assert.equal(transcript(other.session).filter((line) => line === "user: second").length, 1);
});

test("repeated steering with the same id is queued once", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  assert.equal(run.steer("now", { id: "s" }), "queued");
  assert.equal(scene.session.steer("now", { id: "s" }), "queued");
  assert.equal(scene.session.prompt("now", { id: "s", whenBusy: "steer" }), run);
  assert.deepEqual(scene.session.state.queue.steering, ["now"]);
  scene.release();
  await run.outcome;
  const next = scene.session.prompt("next");
  assert.equal(next.followUp("now", { id: "s" }), "settled");
  await next.outcome;
});

test("a cancelled message stays cancelled when it is sent again", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  run.steer("now", { id: "s" });
  run.abort("enough");
  await run.outcome;
  assert.deepEqual(await scene.session.prompt("now", { id: "s" }).outcome, { kind: "aborted", reason: "enough" });
});

test("rejects a prompt with the id of another entry", async () => {
  await using scene = await openScene({ script: ["one"] });
  await scene.session.append({ type: "note", id: "taken" });
  const refused = scene.session.prompt("go", { id: "taken" });
  const outcome = await refused.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "entry_exists");
  await assert.rejects(refused.admitted(), EntryExistsError);
});

test("recognizes the ids of the last 1,024 named messages", async () => {
  const script = Array.from({ length: 1_100 }, () => "ok");
  await using scene = await openScene({ script });
  for (let n = 0; n < 1_100; n++) await scene.session.prompt("go", { id: `m${n}` }).outcome;
  const asked = scene.model.requests.length;
  for (const n of [1_099, 500, 76]) await scene.session.prompt("go", { id: `m${n}` }).outcome;
  assert.equal(scene.model.requests.length, asked);
});

test("a fork has no waiting messages", async () => {
  await using scene = await heldScene();
  scene.session.followUp("later");
  scene.session.prompt("second", { whenBusy: "queue" });
  const fork = await scene.session.fork();
  assert.deepEqual(fork.state.queue, { steering: [], followUps: [], prompts: [] });
  assert.deepEqual(inboxTypes(fork.entries), []);
  assert.deepEqual(scene.session.state.queue.prompts, ["second"]);
});

test("moving the leaf to an earlier entry preserves waiting messages", async () => {
  await using scene = await heldScene();
  scene.session.prompt("second", { whenBusy: "queue" });
  await using other = await killed(scene);
  await other.session.fork(null, { into: "here" });
  await using third = await reopen(await storeCutAt(other.store, other.session.id), other.session.id);
  assert.deepEqual(third.session.state.queue.prompts, ["second"]);
});

test("close cancels queued prompts, except those with onClose `keep`, which the next owner runs", async () => {
  await using scene = await heldScene();
  const refused = scene.session.prompt("second", { whenBusy: "queue" });
  const preserved = scene.session.prompt("third", { whenBusy: "queue", onClose: "keep", maxTurns: 7 });
  scene.release();
  await scene.session.close();
  for (const { outcome } of [refused, preserved]) {
    const end = await outcome;
    assert.equal(end.kind === "failed" && end.error.code, "closed");
  }
  const again = await scene.runtime.open(scene.session.id);
  assert.deepEqual(again.state.queue.prompts, ["third"]);
  await again.close();
  const onceMore = await scene.runtime.open(scene.session.id);
  assert.deepEqual(onceMore.state.queue.prompts, ["third"], "closing before the prompt runs preserves it");
  assert.equal((await onceMore.prompt("fourth").outcome).kind, "done");
  const start = onceMore.entries.find((entry) => entry.type === "run_start" && "options" in entry);
  assert.deepEqual(start && "options" in start && start.options, { maxTurns: 7 });
});

test("`admitted` resolves when the store has the message", async () => {
  const stuck = Promise.withResolvers<void>();
  const memory = memoryStore();
  const store = faultyStore(memory, {
    append: (_, entries) => (typesIn(entries).includes("inbox_admit") ? stuck.promise : undefined),
  });
  await using scene = await openScene({ script: ["one", "two"], store });
  await scene.session.prompt("first").outcome;
  const run = scene.session.prompt("second", { id: "b" });
  let admitted = false;
  const admission = run.admitted().then(() => (admitted = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(admitted, false);
  stuck.resolve();
  await admission;
  assert.ok((await storedIn(memory, scene.session.id)).some((entry) => "messageId" in entry && entry.messageId === "b"));
  await run.outcome;
});

test("a prompt is admitted by its message entry, and a rejected prompt is not admitted", async () => {
  await using scene = await heldScene();
  const { run } = scene;
  await run.admitted();
  assert.ok((await storedIn(scene.store, scene.session.id)).some(({ type }) => type === "message"));
  await assert.rejects(scene.session.prompt("second").admitted(), SessionBusyError);
  await scene.session.close();
  await assert.rejects(scene.session.prompt("third").admitted(), ClosedError);
});

test("repeating a queued prompt is admitted without waiting for earlier runs", async () => {
  await using scene = await heldScene();
  for (const id of ["second", "third"]) scene.session.prompt(id, { id, whenBusy: "queue", onClose: "keep" });
  await scene.session.append({ type: "last" });
  const hold = Promise.withResolvers<void>();
  const script = [{ text: "one", hold: hold.promise }, "two", "three"];
  await using again = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id, { script });
  const run = again.session.prompt("third", { id: "third" });
  await run.admitted();
  assert.deepEqual(again.session.state.queue.prompts, ["second", "third"]);
  hold.resolve();
  assert.equal((await run.outcome).kind, "done");
});

test("a prompt aborted while queued stays cancelled and is never delivered", async () => {
  await using scene = await heldScene();
  const second = scene.session.prompt("second", { whenBusy: "queue", onClose: "keep" });
  second.steer("and more");
  second.abort("no longer needed");
  assert.equal(second.steer("too late"), "settled");
  await using again = await killed(scene);
  assert.deepEqual(again.session.state.queue.prompts, []);
  assert.deepEqual(await second.outcome, { kind: "aborted", reason: "no longer needed" });
  scene.release();
  await scene.run.outcome;
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one"]);
});

test("S0-41, S0-42: messages to an idle session outlive a kill, and the next prompt delivers them before its own", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  assert.deepEqual([scene.session.followUp("afterwards"), scene.session.steer("first this")], ["next_run", "next_run"]);
  assert.deepEqual([scene.session.isBusy, scene.session.status, scene.model.requests.length], [false, "idle", 0]);
  const { queue } = scene.session.state;
  assert.deepEqual(queue, { steering: ["first this"], followUps: ["afterwards"], prompts: [] });
  await scene.session.append({ type: "last" });
  await using other = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id, { script: ["one", "two"] });
  assert.deepEqual(other.session.state.queue, queue);
  await other.session.prompt("go").outcome;
  assert.deepEqual(transcript(other.session), ["user: first this", "user: afterwards", "user: go", "assistant: one"]);
  assert.deepEqual(other.session.state.queue, { steering: [], followUps: [], prompts: [] });
});

test("resume starts a run for the messages to an idle session", async () => {
  await using scene = await openScene({ script: ["one"] });
  scene.session.steer("hello?");
  assert.equal((await scene.session.resume()?.outcome)?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: hello?", "assistant: one"]);
});

test("a message to an idle session with the id of an earlier one is accepted once, and a prompt with it starts its run", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  assert.equal(scene.session.steer("hello?", { id: "greeting" }), "next_run");
  assert.equal(scene.session.steer("hello?", { id: "greeting" }), "next_run");
  const run = scene.session.prompt("hello?", { id: "greeting" });
  assert.equal((await run.outcome).kind, "done");
  assert.equal(scene.session.steer("hello?", { id: "greeting" }), "settled");
  assert.equal(scene.session.prompt("hello?", { id: "greeting" }).id, run.id);
  assert.deepEqual(transcript(scene.session), ["user: hello?", "assistant: one"]);
});

test("a message to an idle session can be cancelled, and a closed session accepts none", async () => {
  await using scene = await openScene({ script: ["one"] });
  scene.session.steer("hello?");
  scene.session.waiting[0]?.cancel();
  await scene.session.prompt("go").outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: one"]);
  await scene.session.close();
  assert.equal(scene.session.steer("too late"), "settled");
});

test("a prompt with the id of a message that was cancelled before any run returns its end", async () => {
  await using scene = await openScene({ script: ["one"] });
  scene.session.steer("hello?", { id: "greeting" });
  scene.session.waiting[0]?.cancel("Never mind.");
  const run = scene.session.prompt("hello?", { id: "greeting" });
  await run.admitted();
  assert.deepEqual(await run.outcome, { kind: "aborted", reason: "Never mind." });
  assert.deepEqual(transcript(scene.session), []);
});

test("a message that a finishing run no longer accepts waits for the next run", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const receipts: string[] = [];
  const late = ({ type }: Event): void => void (type === "run_end" && receipts.push(scene.session.steer("late")));
  await scene.session.prompt("go", { onEvent: late }).outcome;
  await scene.session.prompt("on").outcome;
  assert.deepEqual(receipts, ["next_run"]);
  assert.deepEqual(transcript(scene.session).slice(2), ["user: late", "user: on", "assistant: two"]);
});

test("a prompt with the id of a message that waits for the next run starts a run for it, also while a run ends", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"] });
  const again: Run[] = [];
  const late = ({ type }: Event): void => {
    if (type !== "run_end") return;
    scene.session.steer("late", { id: "late" });
    again.push(scene.session.prompt("late", { id: "late" }));
  };
  await scene.session.prompt("go", { onEvent: late }).outcome;
  assert.equal((await again[0]?.outcome)?.kind, "done");
  scene.session.followUp("then", { id: "then" });
  const next = scene.session.prompt("on", { whenBusy: "queue" });
  assert.equal(scene.session.prompt("then", { id: "then" }), next);
  await next.outcome;
  assert.deepEqual(transcript(scene.session).slice(2), ["user: late", "assistant: two", "user: then", "user: on", "assistant: three"]);
});

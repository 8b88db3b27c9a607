import assert from "node:assert/strict";
import { memoryStore, type Store, textOf } from "coxswain";
import { isMessage } from "coxswain/session";
import { assertValidHistory } from "../race/history.ts";
import { type Fault, faultScene, storedIn, work } from "./fault-scene.ts";

type Scene = Awaited<ReturnType<typeof faultScene>>;

/** Lets each write of a session's work fail in its turn, once, three times and for good, each time over a new store. */
export const failEachWrite = async (of: Fault["of"], withStore: (use: (store: Store) => Promise<void>) => Promise<void>): Promise<void> => {
  const whole = await faultScene(memoryStore(), { of, from: Infinity, count: 0 });
  for (const outcome of await work(whole)) assert.equal(outcome.kind, "done");
  const writes = whole.writes();
  await whole.runtime.close();
  assert.ok(writes > 5);
  for (let from = 1; from <= writes; from++) {
    for (const count of [1, 3, Infinity]) await withStore((store) => failOnce(store, { of, from, count }));
  }
};

const failOnce = async (store: Store, fault: Fault): Promise<void> => {
  const what = `${fault.of} ${fault.from} fails, ${fault.count} times`;
  const scene = await faultScene(store, fault);
  for (const outcome of await work(scene)) {
    if (outcome.kind !== "done") assert.equal(outcome.kind === "failed" && outcome.error.code, "log_write", what);
  }
  assertEnds(scene, what);
  scene.mend();
  assert.equal((await scene.session.prompt("last").outcome).kind, "done", `${what}: the session goes on`);
  await assertWhole(store, scene, what);
};

const assertEnds = ({ events, started }: Scene, what: string): void => {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  assert.deepEqual([count("run_start"), count("run_end")], [2, 2], `${what}: every run has one end`);
  assert.equal(events.findLast(({ type }) => type !== "entry")?.type, "run_end", `${what}: nothing comes after the last end`);
  assert.ok(
    started.every(({ intended }) => intended),
    `${what}: no call runs whose intent is not on the disk`,
  );
};

const assertWhole = async (store: Store, { session, events, requests, started }: Scene, what: string): Promise<void> => {
  assert.deepEqual([session.state.status, session.state.queue.followUps], ["idle", []], what);
  for (const request of requests) assertValidHistory(request);
  await session.close();
  const stored = await storedIn(store, session.id);
  const told = events.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
  assert.deepEqual(stored, session.entries, `${what}: the store has what the session has`);
  assert.deepEqual(told, stored, `${what}: each fact was told, in its order`);

  const messages = stored.filter(isMessage).map(({ message }) => message);
  const said = messages.filter(({ role }) => role === "user").map(textOf);
  const expected = ["first", "second", "last", ...started.map(({ call }) => `after ${call}`)];
  assert.deepEqual(said.toSorted(byText), expected.toSorted(byText), `${what}: all that was said is there once`);
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  assert.equal(new Set(results).size, results.length, `${what}: no call has two results`);
  for (const { call } of started) assert.ok(results.includes(call), `${what}: a call that ran has a result`);
};

const byText = (one: string, other: string): number => one.localeCompare(other);

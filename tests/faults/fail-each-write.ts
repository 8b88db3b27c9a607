import assert from "node:assert/strict";
import { memoryStore, type Store, textOf } from "coxswain";
import { isMessage } from "coxswain/session";
import { assertValidHistory } from "../race/history.ts";
import { type Fault, faultScene, storedEntries, work } from "./fault-scene.ts";

type Scene = Awaited<ReturnType<typeof faultScene>>;

/** Fails each write of a session in turn: once, three times and permanently, each time with a new store. */
export const failEachWrite = async (
  operation: Fault["operation"],
  withStore: (use: (store: Store) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const intact = await faultScene(memoryStore(), { operation, from: Infinity, count: 0 });
  for (const outcome of await work(intact)) assert.equal(outcome.kind, "done");
  const writes = intact.writes();
  await intact.runtime.close();
  assert.ok(writes > 5);
  for (let from = 1; from <= writes; from++) {
    for (const count of [1, 3, Infinity]) await withStore((store) => failOnce(store, { operation, from, count }));
  }
};

const failOnce = async (store: Store, fault: Fault): Promise<void> => {
  const label = `${fault.operation} ${fault.from} fails, ${fault.count} times`;
  const scene = await faultScene(store, fault);
  for (const outcome of await work(scene)) {
    if (outcome.kind !== "done") assert.equal(outcome.kind === "failed" && outcome.error.code, "log_write", label);
  }
  assertEnds(scene, label);
  scene.clearFault();
  assert.equal((await scene.session.prompt("last").outcome).kind, "done", `${label}: the session continues`);
  await assertComplete(store, scene, label);
};

const assertEnds = ({ events, started }: Scene, label: string): void => {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  assert.deepEqual([count("run_start"), count("run_end")], [2, 2], `${label}: every run has one end`);
  assert.equal(events.findLast(({ type }) => type !== "entry")?.type, "run_end", `${label}: no event follows the last end`);
  assert.ok(
    started.every(({ durable }) => durable),
    `${label}: every call's intent is durable before it starts`,
  );
};

const assertComplete = async (store: Store, { session, events, requests, started }: Scene, label: string): Promise<void> => {
  assert.deepEqual([session.state.status, session.state.queue.followUps], ["idle", []], label);
  for (const request of requests) assertValidHistory(request);
  await session.close();
  const stored = await storedEntries(store, session.id);
  const emitted = events.flatMap((event) => (event.type === "entry" ? [event.entry] : []));
  assert.deepEqual(stored, session.entries, `${label}: the store has the session's entries`);
  assert.deepEqual(emitted, stored, `${label}: the session emits each entry once, in order`);

  const messages = stored.filter(isMessage).map(({ message }) => message);
  const texts = messages.filter(({ role }) => role === "user").map(textOf);
  const expected = ["first", "second", "last", ...started.map(({ call }) => `after ${call}`)];
  assert.deepEqual(texts.toSorted(byText), expected.toSorted(byText), `${label}: each user message is stored once`);
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  assert.equal(new Set(results).size, results.length, `${label}: no call has two results`);
  for (const { call } of started) assert.ok(results.includes(call), `${label}: a call that ran has a result`);
};

const byText = (one: string, other: string): number => one.localeCompare(other);

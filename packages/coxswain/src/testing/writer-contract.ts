import assert from "node:assert/strict";
import { LogClosedError, LogWriteError, SessionInUseError, SessionNotFoundError, type Store } from "../log/index.ts";
import { collect, entriesOf, entry, header, listed, stored } from "./stored-sessions.ts";

/** Registers a test of one guarantee with an empty store. */
export type Promises = (what: string, check: (store: Store) => Promise<void>) => void;

/** Registers the tests of exclusive writers and of followers. */
export const writerContract = (promise: Promises): void => {
  promise("L14: a session has one writer, and a second is rejected until the first has closed", async (store) => {
    const first = await store.create(header("one"));
    await first.append([entry(0)]);
    const second = await store.open("one");
    await assert.rejects(second.acquire(), SessionInUseError);
    await assert.rejects(second.append([entry(1)]), { name: "SessionInUseError", code: "session_in_use", sessionId: "one" });
    assert.deepEqual(await entriesOf(second), [entry(0)]);
    await first.append([entry(1)]);
    await first.close();
    await second.acquire();
    await second.acquire();
    assert.deepEqual(await entriesOf(second), [entry(0), entry(1)]);
    await second.append([entry(2)]);
    await assert.rejects((await store.open("one")).acquire(), SessionInUseError);
    await second.close();
    await assert.rejects(second.acquire(), LogClosedError);
  });

  promise("L14: a reader that missed another writer's entries is rejected instead of creating an unintended branch", async (store) => {
    await stored(store, header("one"), [entry(0)]);
    const late = await store.open("one");
    assert.deepEqual(await entriesOf(late), [entry(0)]);
    const other = await store.open("one");
    await other.append([entry(1)]);
    await other.close();
    await assert.rejects(late.append([{ ...entry(1), id: "fork" }]), LogWriteError);
    assert.deepEqual(await entriesOf(late), [entry(0), entry(1)]);
    await late.append([entry(2)]);
    assert.deepEqual(await entriesOf(late), [entry(0), entry(1), entry(2)]);
    await late.close();
  });

  promise("acquiring a session without entries stores nothing, and a removed session cannot be acquired", async (store) => {
    const fresh = await store.create(header("one"));
    await fresh.acquire();
    assert.deepEqual(await listed(store), []);
    await fresh.append([entry(0)]);
    await fresh.close();
    const file = await store.open("one");
    await store.remove("one");
    await assert.rejects(file.acquire(), LogWriteError);
    await file.close();
  });

  promise("a follower receives the entries after a given one, then the owner's appends, each once and in order", async (store) => {
    const owner = await store.create(header("one"));
    await owner.append([entry(0), entry(1), entry(2)]);
    const stop = new AbortController();
    const followed = store.follow("one", { after: 0, signal: stop.signal })[Symbol.asyncIterator]();
    const next = async (): Promise<number | undefined> => (await followed.next()).value?.seq;
    assert.deepEqual([await next(), await next()], [1, 2]);
    const waiting = next();
    await owner.append([entry(3)]);
    assert.equal(await waiting, 3);
    for (let seq = 4; seq < 24; seq += 2) await owner.append([entry(seq), entry(seq + 1)]);
    for (let seq = 4; seq < 24; seq++) assert.equal(await next(), seq);
    const end = next();
    stop.abort();
    assert.equal(await end, undefined);
    await owner.close();
  });

  promise("aborted following ends after the existing entries, or immediately without a known entry", async (store) => {
    await stored(store, header("one"), [entry(0), entry(1)]);
    const signal = AbortSignal.abort();
    assert.deepEqual(await collect(store.follow("one", { signal })), []);
    assert.deepEqual(await collect(store.follow("one", { signal, after: 0 })), [entry(1)]);
    assert.deepEqual(await collect(store.follow("one", { signal, after: -1 })), [entry(0), entry(1)]);
    await assert.rejects(collect(store.follow("two", { signal })), SessionNotFoundError);
  });

  promise("following ends when the session is removed", async (store) => {
    await stored(store, header("one"), [entry(0)]);
    const followed = store.follow("one", { after: -1 })[Symbol.asyncIterator]();
    assert.deepEqual((await followed.next()).value, entry(0));
    const end = followed.next();
    await store.remove("one");
    assert.equal((await end).done, true);
  });

  promise("L16: rejects removal of a session with an owner, and listing it does not affect the owner", async (store) => {
    const file = await store.create(header("one"));
    await file.append([entry(0)]);
    assert.deepEqual(await listed(store), ["one"]);
    await assert.rejects(store.remove("one"), SessionInUseError);
    await file.append([entry(1)]);
    await file.close();
    assert.equal(await store.remove("one"), true);
  });
};

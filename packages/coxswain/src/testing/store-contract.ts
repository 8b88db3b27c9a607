import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  type Entry,
  FORMAT_VERSION,
  LogClosedError,
  type LogFile,
  LogFormatError,
  LogWriteError,
  SessionNotFoundError,
  type Store,
} from "../log/index.ts";
import { appendUntilLatest, collect, entriesOf, entry, header, listed, stored } from "./stored-sessions.ts";
import { checkpointContract } from "./checkpoint-contract.ts";
import { type Promises, writerContract } from "./writer-contract.ts";

/** A store under test with its cleanup. */
export interface StoreUnderTest {
  readonly store: Store;
  close(): Promise<void>;
}

/** Registers the contract suite of stores with `node:test`. `makeStore` returns an empty store for each test. */
export const storeContract = (name: string, makeStore: () => Promise<StoreUnderTest>): void => {
  const promise: Promises = (what, check) => {
    void test(what, async () => {
      const made = await makeStore();
      try {
        await check(made.store);
      } finally {
        await made.close();
      }
    });
  };

  void suite(`${name} fulfills the contract of stores`, () => {
    promise("a new session stores nothing before its first append", async (store) => {
      const file = await store.create(header("one"));
      assert.deepEqual(await entriesOf(file), []);
      assert.deepEqual(await file.append([]), []);
      await file.sync();
      assert.deepEqual(await listed(store), []);
      await assert.rejects(store.open("one"), SessionNotFoundError);
      assert.equal(await store.remove("one"), false);
      await file.close();
    });

    promise("a session opens with its original header, including unknown fields", async (store) => {
      const made = { ...header("one"), parent: { session: "zero", entry: "e7" }, colour: { of: ["the", "sea"] } };
      await stored(store, made, [entry(0)]);
      const file = await store.open("one");
      assert.deepEqual(file.header, made);
      assert.deepEqual(file.damage, []);
      await file.close();
    });

    promise("a second reader sees an acknowledged append while the writer is open", async (store) => {
      const writer = await store.create(header("one"));
      for (let seq = 0; seq < 5; seq++) {
        await writer.append([entry(seq)]);
        const reader = await store.open("one");
        assert.deepEqual(
          (await entriesOf(reader)).map((read) => read.seq),
          Array.from({ length: seq + 1 }, (_, at) => at),
        );
        await reader.close();
      }
      await writer.close();
    });

    promise("concurrent appends preserve their order", async (store) => {
      const file = await store.create(header("one"));
      await Promise.all(Array.from({ length: 50 }, (_, at) => file.append([entry(2 * at), entry(2 * at + 1)])));
      assert.deepEqual(
        (await entriesOf(file)).map(({ seq }) => seq),
        Array.from({ length: 100 }, (_, at) => at),
      );
      await file.close();
    });

    promise("a reopened session appends after its last entry", async (store) => {
      await stored(store, header("one"), [entry(0), entry(1)]);
      const file = await store.open("one");
      await file.append([entry(2)]);
      await file.close();
      const again = await store.open("one");
      assert.deepEqual(await entriesOf(again), [entry(0), entry(1), entry(2)]);
      assert.deepEqual(again.damage, []);
      await again.close();
    });

    promise("L17: preserves entries, including unknown types and fields", async (store) => {
      const odd = [
        { ...entry(0), type: "from-the-future", plans: [{ deep: { deeper: null } }], "": "", 7: 7 },
        {
          ...entry(1),
          text: 'line\nend \u2028 \u2029 \0 "quoted" \\ 日本 👩‍🚀 \ud800 \ufffd \ufeff',
          tiny: 5e-324,
          negative: -0.5,
          yes: true,
        },
        { ...entry(2), parent: null, type: "", big: "x".repeat(300_000) },
        { ...entry(3), ["__proto__"]: { polluted: true }, constructor: "a string" },
      ];
      await stored(store, header("one"), odd);
      const file = await store.open("one");
      const read = await entriesOf(file);
      assert.deepEqual(
        read.map((each) => JSON.stringify(each)),
        odd.map((each) => JSON.stringify(each)),
      );
      await file.close();
    });

    promise("preserves long strings, images, and data that resembles a store's own references to them", async (store) => {
      const long = "日本 lorem ipsum\n".repeat(100_000);
      const image = btoa("\0\u00ff\u0080 image ".repeat(50_000));
      const reference = { $blob: `sha256-${"0".repeat(64)}`, bytes: 9 };
      const odd = [
        { ...entry(0), message: { content: [{ text: long }, { data: image }, { text: long }] } },
        { ...entry(1), ...reference, inner: reference, $$blob: { $blob: long, $$blob: image }, long: [long, "short", { long }] },
        { ...entry(2), cut: `${long}\ud800`, nearly: `${image}=`, empty: "", many: Array.from({ length: 5000 }, () => "short") },
        { ...entry(3), id: long, type: image },
      ];
      await stored(store, header("one"), odd);
      const file = await store.open("one");
      const read = await entriesOf(file);
      assert.ok(JSON.stringify(read) === JSON.stringify(odd));
      assert.deepEqual(file.damage, []);
      await file.close();
    });

    promise("reading twice returns the same entries", async (store) => {
      await stored(store, header("one"), [entry(0), entry(1)]);
      const file = await store.open("one");
      assert.deepEqual(await entriesOf(file), await entriesOf(file));
      assert.deepEqual(file.damage, []);
      await file.close();
    });

    promise("a closed file rejects appends and syncs, and closing it again has no effect", async (store) => {
      const file = await store.create(header("one"));
      await file.append([entry(0)]);
      await file.sync();
      await file.close();
      await file.close();
      await assert.rejects(file.append([entry(1)]), LogClosedError);
      await assert.rejects(file.sync(), LogClosedError);
    });

    promise("rejects a used ID, at creation or at the later of two first appends", async (store) => {
      const first = await store.create(header("one"));
      const second = await store.create(header("one"));
      await first.append([entry(0)]);
      await assert.rejects(second.append([entry(0)]), LogWriteError);
      await assert.rejects(store.create(header("one")), LogWriteError);
      await assert.rejects(store.create({ ...header("one"), cwd: "/elsewhere" }), LogWriteError);
      assert.deepEqual(await entriesOf(first), [entry(0)]);
      await Promise.all([first.close(), second.close()]);
    });

    promise("L17: a session of a newer format is read-only", async (store) => {
      const file = await store.create({ ...header("one"), version: FORMAT_VERSION + 1 });
      await assert.rejects(file.append([entry(0)]), LogFormatError);
      assert.deepEqual(await listed(store), []);
      await file.close();
    });

    promise("a missing session cannot be opened or removed, whatever its ID", async (store) => {
      await stored(store, header("one"), [entry(0)]);
      for (const id of ["two", "", ".", "..", "../one", "one.jsonl", "on", "a/b", "a\0b", "x".repeat(5000)]) {
        await assert.rejects(store.open(id), SessionNotFoundError);
        assert.equal(await store.remove(id), false);
      }
    });

    promise("a removed session no longer exists, rejects appends, and releases its ID", async (store) => {
      await stored(store, header("one"), [entry(0)]);
      const file = await store.open("one");
      await stored(store, header("two"), [entry(0)]);
      assert.equal(await store.remove("one"), true);
      assert.equal(await store.remove("one"), false);
      await assert.rejects(store.open("one"), SessionNotFoundError);
      await assert.rejects(file.append([entry(1)]), LogWriteError);
      await file.close();
      assert.deepEqual(await listed(store), ["two"]);
      await stored(store, header("one"), [entry(5)]);
      assert.equal(await store.remove("one"), true);
    });

    checkpointContract(promise);
    writerContract(promise);

    promise("a listing describes a session without opening it", async (store) => {
      await stored(store, { ...header("one"), at: 1234 }, [{ ...entry(0), at: Date.now() }]);
      const [session, ...others] = await collect(store.list());
      assert.deepEqual(others, []);
      assert.equal(session?.id, "one");
      assert.equal(session?.cwd, "/project");
      assert.equal(session?.createdAt, 1234);
      assert.ok(Math.abs(session.updatedAt - Date.now()) < 60_000);
    });

    promise("a listing starts with the latest updated session", async (store) => {
      const files: LogFile[] = [];
      for (const id of ["one", "two", "three"]) {
        const file = await store.create(header(id));
        await file.append([{ ...entry(0), at: Date.now() }]);
        files.push(file);
      }
      for (const at of [0, 2, 1]) await appendUntilLatest(store, files[at] as LogFile);
      assert.deepEqual(await listed(store), ["two", "three", "one"]);
      await Promise.all(files.map((file) => file.close()));
    });

    promise("a listing of a folder contains only the sessions of exactly that folder", async (store) => {
      const folders = ["/project", "/project/", "/project/sub", "/project-sub", "/Project", "/with space\nand line end", "/日本"];
      for (const [at, cwd] of folders.entries()) await stored(store, { ...header(`s${at}`), cwd }, [entry(0)]);
      for (const [at, cwd] of folders.entries()) assert.deepEqual(await listed(store, cwd), [`s${at}`]);
      assert.deepEqual(await listed(store, "/nothing"), []);
      assert.equal((await listed(store)).length, folders.length);
    });

    promise("lists sessions of agents on request, and sessions of an unknown kind like any other", async (store) => {
      const parent = { session: "root", entry: null };
      await stored(store, header("root"), [entry(0)]);
      await stored(store, { ...header("agent"), kind: "subagent", parent }, [entry(0)]);
      await stored(store, { ...header("odd"), kind: "regatta" }, [entry(0)]);
      assert.deepEqual((await listed(store)).toSorted(), ["odd", "root"]);
      assert.deepEqual((await listed(store, "/project")).toSorted(), ["odd", "root"]);
      const about = new Map((await collect(store.list({ agents: true }))).map(({ id, kind, parent: of }) => [id, [kind, of]]));
      assert.deepEqual(Object.fromEntries(about), {
        root: [undefined, undefined],
        agent: ["subagent", "root"],
        odd: ["regatta", undefined],
      });
    });

    promise("finds a session by its ID in any folder", async (store) => {
      await stored(store, { ...header("one"), cwd: "/here" }, [entry(0)]);
      await stored(store, { ...header("two"), cwd: "/there" }, [entry(1)]);
      const file = await store.open("two");
      assert.deepEqual(await entriesOf(file), [entry(1)]);
      await file.close();
    });

    promise("L22: preserves the order of appends, whatever their timestamps", async (store) => {
      const times = [5000, 4000, 4000, -1, 9e15];
      await stored(
        store,
        header("one"),
        times.map((at, seq) => ({ ...entry(seq), at })),
      );
      const file = await store.open("one");
      assert.deepEqual(
        (await entriesOf(file)).map(({ at }) => at),
        times,
      );
      await file.close();
    });

    promise("lists a moved session in its current folder, with the project of its header", async (store) => {
      const file = await store.create({ ...header("one"), project: "example.com/boat" });
      const moved = (seq: number, cwd: string): Entry & { readonly cwd: string } => ({ ...entry(seq), type: "relocate", cwd });
      await file.append([entry(0), moved(1, "/elsewhere")]);
      assert.deepEqual(await listed(store, "/project"), []);
      assert.deepEqual(await listed(store, "/elsewhere"), ["one"]);
      const [session] = await collect(store.list());
      assert.deepEqual([session?.cwd, session?.project], ["/elsewhere", "example.com/boat"]);
      await file.append([moved(2, "/project")]);
      assert.deepEqual(await listed(store, "/project"), ["one"]);
      await file.close();
    });

    promise("concurrent syncs all resolve, with appends in between", async (store) => {
      const file = await store.create(header("one"));
      await file.sync();
      const syncs: Promise<void>[] = [];
      for (let seq = 0; seq < 20; seq++) {
        await file.append([entry(seq)]);
        syncs.push(file.sync(), file.sync());
      }
      await Promise.all(syncs);
      await file.close();
    });

    promise("a sync that started before the file was closed resolves", async (store) => {
      const file = await store.create(header("one"));
      const waiting: Promise<unknown>[] = [];
      for (let seq = 0; seq < 5; seq++) waiting.push(file.append([entry(seq)]), file.sync());
      await Promise.all([file.close(), ...waiting]);
    });
  });
};

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ended, fileOf, inject, note, noStrace, readSession, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

test("L11: after a failed sync, the file acknowledges nothing more", { skip: noStrace }, async (t) => {
  const { directory, store } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    await log.append(note("a"));
    await Promise.all([log.sync(), log.sync()].map((sync) => sync.catch((error) => print(error.code + " " + error.cause.code))));
    await log.append(note("b")).catch((error) => print(error.code));
    await log.sync().catch((error) => print(error.code));
    await log.close();`,
    inject("fdatasync", "error=EIO"),
  );
  assert.deepEqual((await ended(child)).lines, ["log_write EIO", "log_write EIO", "log_write", "log_write"]);
  assert.equal((await readSession(store)).entries.length, 1);
});

test("L11: an entry whose write failed is not acknowledged, and is written with the next one", { skip: noStrace }, async (t) => {
  const { directory, store, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const child = startChild(
    t,
    directory,
    `
    await log.append(note("a")).catch((error) => print(error.code + " " + error.cause.code));
    await log.append(note("b"));`,
    [...inject("write", "error=EIO:when=1"), "-P", path],
  );
  assert.deepEqual((await ended(child)).lines, ["log_write EIO"]);
  const { entries, damage } = await readSession(store);
  assert.deepEqual(
    entries.map((entry) => "text" in entry && entry.text),
    ["", "a", "b"],
  );
  assert.deepEqual(damage, []);
});

test("without hard links, a new session is renamed into place, and its id is still used only once", { skip: noStrace }, async (t) => {
  const { directory, store, folder } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    const late = await store.create(file.header);
    await log.append(note("a"));
    await late.append([{ seq: 0, id: "b", parent: null, at: 0, type: "note" }]).catch((error) => print(error.code));
    await log.close();`,
    inject("link,linkat", "error=EPERM"),
  );
  assert.deepEqual((await ended(child)).lines, ["log_write"]);
  assert.equal((await readSession(store)).entries.length, 1);
  assert.deepEqual(readdirSync(folder), ["one.jsonl"]);
});

test("concurrent syncs share one, and a sync with nothing new makes no system call", { skip: noStrace }, async (t) => {
  const { directory } = temporaryStore(t);
  const trace = join(directory, "trace");
  const child = startChild(
    t,
    directory,
    `
    const append = (id) => file.append([{ seq: 0, id, parent: null, at: 0, type: "note" }]);
    await append("a");
    await Promise.all(Array.from({ length: 50 }, () => file.sync()));
    await file.sync();
    await append("b");
    const before = file.sync();
    await append("c");
    await Promise.all([before, file.sync(), file.sync()]);
    await file.close();`,
    ["strace", "-f", "-o", trace, "-e", "trace=fdatasync"],
  );
  assert.equal((await ended(child)).code, 0);
  assert.equal(readFileSync(trace, "utf8").match(/fdatasync\(\d+/g)?.length, 3);
});

/** Returns the start and end of each call of a trace, as line numbers. */
const callsOf = (trace: string): readonly { readonly text: string; readonly begun: number; readonly ended: number }[] => {
  const open = new Map<string, { text: string; begun: number }>();
  return trace.split("\n").flatMap((line, at) => {
    const [, pid = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith("<unfinished ...>")) open.set(pid, { text, begun: at });
    const resumed = text.startsWith("<... ") ? open.get(pid) : undefined;
    if (resumed !== undefined) return [{ ...resumed, ended: at }];
    return text.includes("<unfinished") ? [] : [{ text, begun: at, ended: at }];
  });
};

test(
  "a new session's sync waits for a sync of its folder that started after the file got its name, and many sessions share few of them",
  { skip: noStrace },
  async (t) => {
    const { directory, folder } = temporaryStore(t);
    const trace = join(directory, "trace");
    const count = 60;
    const child = startChild(
      t,
      directory,
      `
    const one = async (id) => {
      const made = await store.create({ ...file.header, id });
      await made.append([{ seq: 0, id: "e", parent: null, at: 0, type: "note" }]);
      await made.sync();
      print("synced " + id);
      await made.close();
    };
    await Promise.all(Array.from({ length: ${count} }, (_, at) => one("s" + at)));`,
      ["strace", "-f", "-y", "-o", trace, "-e", "trace=fsync,link,linkat,write"],
    );
    assert.equal((await ended(child)).code, 0);
    const calls = callsOf(readFileSync(trace, "utf8"));
    const syncs = (path: string) => calls.filter(({ text }) => text.startsWith("fsync(") && text.includes(`<${path}>`));
    for (let at = 0; at < count; at++) {
      const named = calls.find(({ text }) => text.startsWith("link") && text.includes(`/s${at}.jsonl"`))?.ended ?? assert.fail();
      const acknowledged =
        calls.find(({ text }) => text.startsWith("write(1") && text.includes(`synced s${at}\\n`))?.begun ?? assert.fail();
      assert.ok(
        syncs(folder).some(({ begun, ended: done }) => begun > named && done < acknowledged),
        `s${at}`,
      );
      assert.ok(
        syncs(directory).some(({ ended: done }) => done < acknowledged),
        `s${at}`,
      );
    }
    assert.ok(syncs(folder).length < count / 2, `${syncs(folder).length} syncs of the folder`);
    assert.ok(syncs(directory).length <= 2, `${syncs(directory).length} syncs of its parent`);
  },
);

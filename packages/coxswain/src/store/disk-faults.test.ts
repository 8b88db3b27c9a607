import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { ended, fileOf, note, readSession, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

/** Separate mounts, which end with the process. */
const unshare = ["unshare", "--mount"];
const mayMount = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
const skip = mayMount ? false : "needs the right to mount";
const shell = (script: string, ...words: readonly string[]): string[] => ["bash", "-c", `${script}; exec "$@"`, "bash", ...words];

test("L10: an entry that exceeds a limit on the file's size is rolled back, and a smaller entry is still appended", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    let error;
    while (error === undefined) {
      await file.append([{ seq: 0, id: randomEntryId(), parent: null, at: 0, type: "note", text: "x".repeat(1000) }]).then(() => print("ack"), (thrown) => (error = thrown));
    }
    print(error.code + " " + error.cause.code);
    await file.append([{ seq: 1, id: "small", parent: null, at: 0, type: "note" }]);
    print("ack");`,
    shell("ulimit -f 8"),
  );
  const { lines, errors } = await ended(child);
  assert.equal(errors, "");
  assert.deepEqual(lines.slice(-2), ["log_write EFBIG", "ack"]);
  const { entries, damage } = await readSession(store);
  assert.equal(entries.length, lines.length - 1);
  assert.equal(entries.at(-1)?.id, "small");
  assert.deepEqual(damage, []);
  assert.ok(statSync(path).size <= 8192);
});

test("L8: entries that a full disk rejected are written in order once there is space", { skip }, async (t) => {
  const { directory } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    import { rmSync, statSync, readdirSync, writeFileSync, appendFileSync } from "node:fs";
    const filler = ${JSON.stringify(directory)} + "/filler";
    await log.append({ type: "note", text: "first" });
    try { for (;;) appendFileSync(filler, "x".repeat(4096)); } catch { print("full"); }
    let refused = 0;
    for (let at = 0; at < 20; at++) await log.append({ type: "note", text: at + "x".repeat(1000) }).catch((error) => { if (error.cause?.code === "ENOSPC") refused++; });
    print("refused " + (refused > 0));
    rmSync(filler);
    await log.append({ type: "note", text: "last" });
    await log.sync();
    const again = await Log.open(await store.open("one"), { now: Date.now, mint: randomEntryId });
    print("entries " + again.path.entries.length + " damage " + again.damage.length + " in order " + again.path.entries.every((entry, seq) => entry.seq === seq));`,
    [...unshare, ...shell(`mount -t tmpfs -o size=64k none '${directory}'`)],
  );
  const { lines, errors } = await ended(child);
  assert.equal(errors, "");
  assert.deepEqual(lines, ["full", "refused true", "entries 22 damage 0 in order true"]);
});

test("L9: a full disk leaves no incomplete session, and a torn end stays in place", { skip }, async (t) => {
  const { directory } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
    import { dirname } from "node:path";
    await log.append({ type: "note", text: "first" });
    await log.close();
    let path;
    for await (const session of store.list()) path = session.path;
    appendFileSync(path, '{"seq":1,' + "x".repeat(6000));
    const before = readFileSync(path, "utf8");
    const filler = ${JSON.stringify(directory)} + "/filler";
    try { for (;;) appendFileSync(filler, "x".repeat(4096)); } catch { print("full"); }
    const torn = await Log.open(await store.open("one"), { now: Date.now, mint: randomEntryId });
    await torn.append(note("second")).catch((error) => print(error.code));
    print("untouched " + (readFileSync(path, "utf8") === before));
    const fresh = await store.create({ ...file.header, id: "two" });
    await fresh.append([{ seq: 0, id: "a", parent: null, at: 0, type: "note", text: "x".repeat(8000) }]).catch((error) => print(error.code));
    print(readdirSync(dirname(path)).filter((name) => !/\\.(lock|owner)$/.test(name)).join());
    rmSync(filler);
    await torn.append(note("third"));
    const again = await Log.open(await store.open("one"), { now: Date.now, mint: randomEntryId });
    print(again.path.entries.map(({ text }) => text).join());`,
    [...unshare, ...shell(`mount -t tmpfs -o size=64k none '${directory}'`)],
  );
  const { lines, errors } = await ended(child);
  assert.equal(errors, "");
  assert.deepEqual(lines, ["full", "log_write", "untouched true", "log_write", "one.jsonl", "first,second,third"]);
});

test("L12: on a read-only file system sessions are listed and read, and an append reports the reason", { skip }, async (t) => {
  const { directory, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0), note(1)]));
  const child = startChild(
    t,
    directory,
    `
    for await (const { id } of store.list()) print("listed " + id);
    print("entries " + log.path.entries.length);
    await log.append({ type: "note" }).catch((error) => print(error.name + ": " + error.message.replace(/\\S*one.jsonl/, "FILE")));
    const fresh = await store.create({ ...file.header, id: "two" });
    await fresh.append([{ seq: 0, id: "a", parent: null, at: 0, type: "note" }]).catch((error) => print(error.code + " " + error.cause.code));
    await store.remove("one").catch((error) => print(error.code));`,
    [...unshare, ...shell(`mount --bind '${directory}' '${directory}' && mount -o remount,ro,bind '${directory}'`)],
  );
  const { lines, errors } = await ended(child);
  assert.equal(errors, "");
  assert.deepEqual(lines.slice(0, 2), ["listed one", "entries 2"]);
  assert.match(lines[2] ?? "", /^LogWriteError: Cannot write FILE: EROFS/);
  assert.deepEqual(lines.slice(3), ["log_write EROFS", "log_write"]);
  assert.deepEqual(readFileSync(path), fileOf([note(0), note(1)]));
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import { appendTo, ended, fileOf, note, readSession, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

const mayTrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;
const skip = mayTrace ? false : "needs strace";

const CALLS = "write,fdatasync,fsync,link,linkat,unlink,unlinkat,ftruncate,mkdir,mkdirat,chmod,fchmod,fchmodat";
const inject = (calls: string, fault: string): string[] => [
  "strace",
  "-f",
  "-o",
  "/dev/null",
  "-e",
  `trace=${calls}`,
  "-e",
  `inject=${calls}:${fault}`,
];

/** Appends and syncs; says each id once it is acknowledged, and `synced` once all of them are. */
const PROGRAM = `
  for (let at = 0; at < 4; at++) {
    const [entry] = await log.append(note("x".repeat(at * 3000)));
    say(entry.id);
  }
  await log.sync();
  say("synced");
  await log.close();`;

test("L2: killed at any system call that writes, a new session is absent or has every acknowledged entry", { skip }, async (t) => {
  const { store, directory, path } = temporaryStore(t);
  let call = 0;
  for (let ran = false; !ran;) {
    call++;
    rmSync(directory, { recursive: true, force: true });
    const { lines, signal } = await ended(startChild(t, directory, PROGRAM, inject(CALLS, `signal=SIGKILL:when=${call}`)));
    ran = signal === null && lines.includes("synced");
    const acknowledged = lines.filter((line) => line !== "synced");
    if (!existsSync(path)) {
      assert.deepEqual(acknowledged, [], `killed at call ${call}`);
      continue;
    }
    const { entries, damage } = await readSession(store);
    const ids = entries.map(({ id }) => id);
    assert.deepEqual(ids.slice(0, acknowledged.length), acknowledged, `killed at call ${call}`);
    assert.ok(ids.length <= acknowledged.length + 1, `killed at call ${call}`);
    assert.ok(ids.length > 0, `killed at call ${call}: a header alone`);
    assert.deepEqual(damage, [], `killed at call ${call}`);
  }
  assert.ok(call > 15);
});

test("L2: killed at any system call that writes, a session with a torn end loses nothing of it", { skip }, async (t) => {
  const { store, directory, path, folder } = temporaryStore(t);
  const torn = `{"seq":2,"id":"e2","text":"${"x".repeat(100_000)}`;
  let call = 0;
  for (let ran = false; !ran;) {
    call++;
    rmSync(directory, { recursive: true, force: true });
    writeSession(path, Buffer.concat([fileOf([note(0), note(1)]), Buffer.from(torn)]));
    const { lines, signal } = await ended(startChild(t, directory, PROGRAM, inject(CALLS, `signal=SIGKILL:when=${call}`)));
    ran = signal === null && lines.includes("synced");
    const acknowledged = lines.filter((line) => line !== "synced");
    const { entries } = await readSession(store);
    const ids = entries.map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 2 + acknowledged.length), ["e0", "e1", ...acknowledged], `killed at call ${call}`);
    const kept = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    assert.ok(
      kept.some((content) => content.endsWith(torn)),
      `killed at call ${call}: the torn end is gone`,
    );
    const appended = await appendTo(store);
    const after = await readSession(store);
    assert.deepEqual(after.damage, [], `killed at call ${call}`);
    assert.equal(after.entries.at(-1)?.id, appended.id, `killed at call ${call}`);
  }
  assert.ok(call > 15);
});

test("L11: after the disk failed to sync, nothing more is acknowledged in that file", { skip }, async (t) => {
  const { directory, store } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    await log.append(note("a"));
    await Promise.all([log.sync(), log.sync()].map((sync) => sync.catch((error) => say(error.code + " " + error.cause.code))));
    await log.append(note("b")).catch((error) => say(error.code));
    await log.sync().catch((error) => say(error.code));
    await log.close();`,
    inject("fdatasync", "error=EIO"),
  );
  assert.deepEqual((await ended(child)).lines, ["log_write EIO", "log_write EIO", "log_write", "log_write"]);
  assert.equal((await readSession(store)).entries.length, 1);
});

test("L11: an entry that the disk failed to write is not acknowledged, and is written with the next", { skip }, async (t) => {
  const { directory, store, path } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const child = startChild(
    t,
    directory,
    `
    await log.append(note("a")).catch((error) => say(error.code + " " + error.cause.code));
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

test("where files cannot have a second name, a new session is renamed into place, and an id is still used once", { skip }, async (t) => {
  const { directory, store, folder } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    const late = await store.create(file.header);
    await log.append(note("a"));
    await late.append([{ seq: 0, id: "b", parent: null, at: 0, type: "note" }]).catch((error) => say(error.code));`,
    inject("link,linkat", "error=EPERM"),
  );
  assert.deepEqual((await ended(child)).lines, ["log_write"]);
  assert.equal((await readSession(store)).entries.length, 1);
  assert.deepEqual(readdirSync(folder), ["one.jsonl"]);
});

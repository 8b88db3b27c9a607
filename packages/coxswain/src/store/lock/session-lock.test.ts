import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, statfsSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname } from "node:path";
import { test, type TestContext } from "node:test";
import { LogWriteError, SessionInUseError } from "../../log/index.ts";
import { temporaryStore } from "../store.fixture.ts";
import { OwnerFiles, thisOwner } from "./owner-files.ts";
import { SessionLock, networkFileSystem } from "./session-lock.ts";

/** Where the log of a session without one would stand. */
const place = (t: TestContext): string => {
  const { path } = temporaryStore(t);
  mkdirSync(dirname(path), { recursive: true });
  return path;
};

const beside = (path: string, id: string): string => path.replace(/one\.jsonl$/, `${id}.jsonl`);

const ownerFile = (path: string): string => path.replace(/jsonl$/, "owner");

const refusal = (path: string): SessionInUseError => {
  try {
    SessionLock.acquire(path, "one").release();
  } catch (error) {
    assert.ok(error instanceof SessionInUseError);
    return error;
  }
  return assert.fail("it was free");
};

test("a lock has one owner, two in one process are two, and who is refused is told who it is", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  const { owner, message } = refusal(path);
  assert.deepEqual([owner?.pid, owner?.host], [process.pid, hostname()]);
  assert.ok(Math.abs((owner?.since ?? 0) - Date.now()) < 60_000);
  assert.match(message, new RegExp(`^Session "one" is open elsewhere \\(process ${process.pid} on .*, since .*\\); `));
  lock.release();
  SessionLock.acquire(path, "one").release();
});

test("only its owner can read who that is, it is not told what the program was, and nothing is left of a lock", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  assert.deepEqual(readdirSync(dirname(path)), ["one.lock", "one.owner"]);
  for (const name of ["lock", "owner"]) assert.equal(statSync(path.replace(/jsonl$/, name)).mode & 0o777, 0o600);
  assert.equal(statSync(path.replace(/jsonl$/, "lock")).size, 0);
  assert.equal((JSON.parse(readFileSync(ownerFile(path), "utf8")) as { command: string }).command, process.title);
  lock.release();
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test("sessions that are open at one time share an owner's file, and each has its name until it is released", (t) => {
  const owners = new OwnerFiles();
  const one = place(t);
  const [two, three] = [beside(one, "two"), beside(one, "three")];
  const first = SessionLock.acquire(one, "one", { owners });
  const second = SessionLock.acquire(two, "two", { owners });
  assert.equal(statSync(ownerFile(two)).ino, statSync(ownerFile(one)).ino);
  first.release();
  // Another process owns the first one by now: what it says of itself is not taken for ours.
  writeFileSync(ownerFile(one), "{}");
  const third = SessionLock.acquire(three, "three", { owners });
  for (const path of [two, three]) assert.equal(refusal(path).owner?.pid, process.pid);
  second.release();
  third.release();
  SessionLock.acquire(one, "one", { owners }).release();
  assert.deepEqual(readdirSync(dirname(one)), []);
});

test("where an owner's file can have no other name, another one is written", (t) => {
  const owners = new OwnerFiles();
  const one = place(t);
  const two = beside(one, "two");
  const first = SessionLock.acquire(one, "one", { owners });
  rmSync(ownerFile(one));
  const second = SessionLock.acquire(two, "two", { owners });
  assert.equal(refusal(two).owner?.pid, process.pid);
  first.release();
  second.release();
});

const OWNERS = {
  "a process that is gone": { ...thisOwner(), pid: 2 ** 22 + 1 },
  "a process whose number another one has now": { ...thisOwner(), start: "1" },
  "a process from before the machine was started anew": { ...thisOwner(), boot: "another" },
  "a process of another machine": { ...thisOwner(), host: "elsewhere.example" },
  "a process that runs, and has let go": thisOwner(),
  nobody: { pid: "x" },
};

for (const [who, owner] of Object.entries(OWNERS)) {
  test(`L15: a lock that nobody holds is taken, though its owner's file names ${who}`, (t) => {
    const path = place(t);
    writeFileSync(ownerFile(path), JSON.stringify(owner));
    writeFileSync(path.replace(/jsonl$/, "lock"), "");
    const lock = SessionLock.acquire(path, "one");
    assert.deepEqual(refusal(path).owner?.pid, process.pid);
    lock.release();
  });

  test(`L15: a lock that is held stays so, though its owner's file names ${who}`, (t) => {
    const path = place(t);
    const lock = SessionLock.acquire(path, "one");
    writeFileSync(ownerFile(path), JSON.stringify(owner));
    const told = refusal(path).owner;
    const mayBe = who.endsWith("another machine") || who.endsWith("let go");
    assert.equal(told?.pid, mayBe ? process.pid : undefined);
    lock.release();
  });
}

test("a lock on a network file system is refused, with what to do, and nothing is left of it", (t) => {
  const path = place(t);
  assert.throws(() => SessionLock.acquire(path, "one", { fileSystemType: () => 0x6969 }), {
    name: "LogWriteError",
    message: /network file system \(NFS\).*COX_HOME.*--no-session/,
  });
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test("a file in the lock's place that is none is not touched, and is told of", (t) => {
  const path = place(t);
  const file = path.replace(/jsonl$/, "lock");
  writeFileSync(file, "notes of mine ".repeat(100));
  assert.throws(() => SessionLock.acquire(path, "one"), { name: "LogWriteError", message: /one\.lock is not a lock file\. Delete it/ });
  assert.equal(readFileSync(file, "utf8"), "notes of mine ".repeat(100));
  mkdirSync(path.replace(/one\.jsonl$/, "two.lock"));
  assert.throws(() => SessionLock.acquire(path.replace(/one\.jsonl$/, "two.jsonl"), "two"), LogWriteError);
});

test("a lock whose files cannot be removed is let go of all the same", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  rmSync(ownerFile(path));
  mkdirSync(ownerFile(path));
  lock.release();
  SessionLock.acquire(path, "one").release();
});

test("file systems of other machines are known by their type, also where it is told as a negative number", () => {
  assert.equal(networkFileSystem(0x6969), "NFS");
  assert.equal(networkFileSystem(0xff534d42), "CIFS");
  assert.equal(networkFileSystem(0xff534d42 | 0), "CIFS");
  assert.equal(networkFileSystem(0xfe534d42), "SMB2");
  assert.equal(networkFileSystem(0x00c36400), "Ceph");
  assert.equal(networkFileSystem(0x0bd00bd0), "Lustre");
});

test("ext4, tmpfs, overlay and what this machine has for its temporary files are none", () => {
  for (const type of [0xef53, 0x01021994, 0x794c7630, 0, statfsSync(tmpdir()).type]) assert.equal(networkFileSystem(type), undefined);
});

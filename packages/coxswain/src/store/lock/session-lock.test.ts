import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, statfsSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname } from "node:path";
import { test, type TestContext } from "node:test";
import { LogWriteError, SessionInUseError } from "../../log/index.ts";
import { temporaryStore } from "../store.fixture.ts";
import { OwnerFiles, thisOwner } from "./owner-files.ts";
import { SessionLock, networkFileSystem, sessionOwner } from "./session-lock.ts";

/** Returns the path of a log in a new folder, for a session that does not exist. */
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

test("the owner of a session is known without its lock, while it is open", (t) => {
  const path = place(t);
  assert.equal(sessionOwner(path), undefined);
  const lock = SessionLock.acquire(path, "one");
  assert.equal(sessionOwner(path)?.pid, process.pid);
  lock.release();
  assert.equal(sessionOwner(path), undefined);
});

test("a lock has one owner, also within one process, and the error names the owner", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  const { owner, message } = refusal(path);
  assert.deepEqual([owner?.pid, owner?.host], [process.pid, hostname()]);
  assert.ok(Math.abs((owner?.since ?? 0) - Date.now()) < 60_000);
  assert.match(message, new RegExp(`^Session "one" is open elsewhere \\(process ${process.pid} on .*, since .*\\); `));
  lock.release();
  SessionLock.acquire(path, "one").release();
});

test("only the owner's user can read the owner file, it does not contain the program's arguments, and a released lock leaves no file", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  assert.deepEqual(readdirSync(dirname(path)), ["one.lock", "one.owner"]);
  for (const name of ["lock", "owner"]) assert.equal(statSync(path.replace(/jsonl$/, name)).mode & 0o777, 0o600);
  assert.equal(statSync(path.replace(/jsonl$/, "lock")).size, 0);
  assert.equal((JSON.parse(readFileSync(ownerFile(path), "utf8")) as { command: string }).command, process.title);
  lock.release();
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test("sessions that are open at the same time share an owner file, and each has its name until it is released", (t) => {
  const owners = new OwnerFiles();
  const one = place(t);
  const [two, three] = [beside(one, "two"), beside(one, "three")];
  const first = SessionLock.acquire(one, "one", { owners });
  const second = SessionLock.acquire(two, "two", { owners });
  assert.equal(statSync(ownerFile(two)).ino, statSync(ownerFile(one)).ino);
  first.release();
  // Another process owns the first one by now: its description is not treated as ours.
  writeFileSync(ownerFile(one), "{}");
  const third = SessionLock.acquire(three, "three", { owners });
  for (const path of [two, three]) assert.equal(refusal(path).owner?.pid, process.pid);
  second.release();
  third.release();
  SessionLock.acquire(one, "one", { owners }).release();
  assert.deepEqual(readdirSync(dirname(one)), []);
});

test("writes another owner file if the existing one cannot have a second name", (t) => {
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
  "a process that has ended": { ...thisOwner(), pid: 2 ** 22 + 1 },
  "a process whose id another one has now": { ...thisOwner(), start: "1" },
  "a process from before the machine was restarted": { ...thisOwner(), boot: "another" },
  "a process of another machine": { ...thisOwner(), host: "elsewhere.example" },
  "a running process that has released it": thisOwner(),
  "an invalid owner": { pid: "x" },
};

for (const [name, owner] of Object.entries(OWNERS)) {
  test(`L15: acquires a free lock whose owner file names ${name}`, (t) => {
    const path = place(t);
    writeFileSync(ownerFile(path), JSON.stringify(owner));
    writeFileSync(path.replace(/jsonl$/, "lock"), "");
    const lock = SessionLock.acquire(path, "one");
    assert.deepEqual(refusal(path).owner?.pid, process.pid);
    lock.release();
  });

  test(`L15: a lock in use stays locked when its owner file names ${name}`, (t) => {
    const path = place(t);
    const lock = SessionLock.acquire(path, "one");
    writeFileSync(ownerFile(path), JSON.stringify(owner));
    const reported = refusal(path).owner;
    const mayBe = name.endsWith("another machine") || name.endsWith("has released it");
    assert.equal(reported?.pid, mayBe ? process.pid : undefined);
    lock.release();
  });
}

test("rejects a lock on a network file system, suggests what to do, and leaves no file", (t) => {
  const path = place(t);
  assert.throws(() => SessionLock.acquire(path, "one", { fileSystemType: () => 0x6969 }), {
    name: "LogWriteError",
    message: /network file system \(NFS\).*COX_HOME.*--no-session/,
  });
  assert.deepEqual(readdirSync(dirname(path)), []);
});

test("reports a file at the lock's path that is not a lock, and does not change it", (t) => {
  const path = place(t);
  const file = path.replace(/jsonl$/, "lock");
  writeFileSync(file, "unrelated notes ".repeat(100));
  assert.throws(() => SessionLock.acquire(path, "one"), { name: "LogWriteError", message: /one\.lock is not a lock file\. Delete it/ });
  assert.equal(readFileSync(file, "utf8"), "unrelated notes ".repeat(100));
  mkdirSync(path.replace(/one\.jsonl$/, "two.lock"));
  assert.throws(() => SessionLock.acquire(path.replace(/one\.jsonl$/, "two.jsonl"), "two"), LogWriteError);
});

test("releases a lock whose files cannot be removed", (t) => {
  const path = place(t);
  const lock = SessionLock.acquire(path, "one");
  rmSync(ownerFile(path));
  mkdirSync(ownerFile(path));
  lock.release();
  SessionLock.acquire(path, "one").release();
});

test("recognizes network file systems by their type, also as a negative number", () => {
  assert.equal(networkFileSystem(0x6969), "NFS");
  assert.equal(networkFileSystem(0xff534d42), "CIFS");
  assert.equal(networkFileSystem(0xff534d42 | 0), "CIFS");
  assert.equal(networkFileSystem(0xfe534d42), "SMB2");
  assert.equal(networkFileSystem(0x00c36400), "Ceph");
  assert.equal(networkFileSystem(0x0bd00bd0), "Lustre");
});

test("ext4, tmpfs, overlay and this machine's temporary folder are local", () => {
  for (const type of [0xef53, 0x01021994, 0x794c7630, 0, statfsSync(tmpdir()).type]) assert.equal(networkFileSystem(type), undefined);
});

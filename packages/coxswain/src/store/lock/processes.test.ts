import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { SessionInUseError } from "../../log/index.ts";
import { appendTo, ended, fileOf, note, readSession, startChild, temporaryStore, writeSession } from "../store.fixture.ts";
import { SessionLock } from "./session-lock.ts";

const lockModule = JSON.stringify(new URL("./session-lock.ts", import.meta.url).href);

/** Opens the session as its owner, as soon as it is free. */
const OWN = `
  const own = async () => {
    for (;;) {
      const mine = await store.open("one");
      try {
        await mine.acquire();
        return await Log.open(mine, { now: Date.now, mint: randomEntryId });
      } catch (error) {
        await mine.close();
        if (error.code !== "session_in_use") throw error;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };`;

for (const processes of [2, 5]) {
  test(`L14: ${processes} processes that append 200 entries each write one linear history, and lose nothing`, async (t) => {
    const { store, path, directory } = temporaryStore(t);
    writeSession(path, fileOf([note(0)]));
    const children = Array.from({ length: processes }, () =>
      startChild(
        t,
        directory,
        `${OWN}
        for (let at = 0; at < 200;) {
          const owned = await own();
          for (const end = at + 20; at < end; at++) print((await owned.append(note(String(process.pid))))[0].id);
          await owned.close();
        }`,
      ),
    );
    const all = await Promise.all(children.map((child) => ended(child)));
    for (const { errors, lines } of all) assert.deepEqual([errors, lines.length], ["", 200]);
    const { entries, damage } = await readSession(store);
    assert.deepEqual(damage, []);
    assert.equal(entries.length, 1 + 200 * processes);
    const written = new Set(entries.map(({ id }) => id));
    for (const { lines } of all) for (const id of lines) assert.ok(written.has(id));
    entries.forEach(({ seq, parent }, at) => assert.deepEqual([seq, parent], [at, at === 0 ? null : entries[at - 1]?.id]));
  });
}

test("L14: processes that acquire and release a lock in a loop never have it at the same time", async (t) => {
  const { path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const counter = join(dirname(path), "counter");
  writeFileSync(counter, "0");
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { SessionLock } from ${lockModule};
    for (let done = 0; done < 100;) {
      let lock;
      try {
        lock = SessionLock.acquire(${JSON.stringify(path)}, "one");
      } catch (error) {
        if (error.code !== "session_in_use") throw error;
        continue;
      }
      const count = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
      writeFileSync(${JSON.stringify(counter)}, String(count + 1));
      done += 1;
      lock.release();
    }`;
  const all = await Promise.all(Array.from({ length: 4 }, () => ended(startChild(t, directory, program))));
  assert.deepEqual(all.map(({ errors }) => errors).join(""), "");
  assert.equal(readFileSync(counter, "utf8"), "400");
  assert.deepEqual(readdirSync(dirname(path)), ["counter", "one.jsonl"]);
});

test("L14, L15: when its owner is killed a session is free at once, also while the owner's child processes run", async (t) => {
  const { store, path, directory } = temporaryStore(t);
  writeSession(path, fileOf([note(0)]));
  const child = startChild(
    t,
    directory,
    `${OWN}
    import { spawn } from "node:child_process";
    const owned = await own();
    await owned.append(note("before"));
    const survivor = spawn("sleep", ["600"], { stdio: ["ignore", 1, "ignore"], detached: true });
    print("holding " + survivor.pid);
    // Refers to the log: a collected log releases its lock.
    setInterval(() => owned, 1000);`,
  );
  const [output] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const survivor = Number(output.split(" ")[1]);
  t.after(() => process.kill(survivor));
  await assert.rejects(appendTo(store), (error) => error instanceof SessionInUseError && error.owner?.pid === child.pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  await appendTo(store);
  assert.equal((await readSession(store)).entries.length, 3);
  assert.equal(process.kill(survivor, 0), true);
});

const OWN_NUMBERS = ["unshare", "--pid", "--fork", "--mount-proc"];
const mayNumber =
  spawnSync(OWN_NUMBERS[0] ?? "", [...OWN_NUMBERS.slice(1), "sh", "-c", "echo 99 > /proc/sys/kernel/ns_last_pid"]).status === 0;

test("L15: another process may have the id of a killed owner by now", { skip: mayNumber ? false : "needs the right to unshare" }, (t) => {
  const { path } = temporaryStore(t);
  mkdirSync(dirname(path), { recursive: true });
  const program = (then: string): string => `
    import { SessionLock } from ${lockModule};
    const lock = SessionLock.acquire(${JSON.stringify(path)}, "one");
    console.log(process.pid);
    ${then}`;
  const node = [process.execPath, "--conditions=coxswain-source", "--input-type=module", "-e"];
  const script = `
    echo 4000 > /proc/sys/kernel/ns_last_pid; "\${@:1:4}" "$5"
    echo 4000 > /proc/sys/kernel/ns_last_pid; "\${@:1:4}" "$6"; :`;
  const words = [...OWN_NUMBERS.slice(1), "bash", "-c", script, "bash", ...node];
  const dies = program(`process.kill(process.pid, "SIGKILL");`);
  const { stdout } = spawnSync(OWN_NUMBERS[0] ?? "", [...words, dies, program("lock.release();")], { encoding: "utf8" });
  assert.equal(stdout, "4001\n4001\n");
  SessionLock.acquire(path, "one").release();
});

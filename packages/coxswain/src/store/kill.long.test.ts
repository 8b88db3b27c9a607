import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { appendTo, ended, fileOf, inject, note, noStrace, readSession, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

const CALLS = ["write", "fdatasync", "fsync", "link", "unlink", "ftruncate", "mkdir", "chmod", "fchmod"];

/** Kills the program at the first, second, … of each system call that writes, until it completes. */
const killEverywhere = async (
  t: TestContext,
  directory: string,
  prepare: () => void,
  check: (acknowledged: string[], killedAt: string) => Promise<void>,
) => {
  const killed = new Map<string, number>();
  for (const call of CALLS) {
    for (let number = 1, ran = false; !ran; number++) {
      rmSync(directory, { recursive: true, force: true });
      prepare();
      const { lines, signal } = await ended(startChild(t, directory, PROGRAM, inject(call, `signal=SIGKILL:when=${number}`)));
      ran = signal === null;
      assert.ok(!ran || lines.includes("synced"));
      await check(
        lines.filter((line) => line !== "synced"),
        `killed at ${call} ${number}`,
      );
      if (!ran) killed.set(call, number);
    }
  }
  return killed;
};

/** Appends and syncs; prints each id once it is acknowledged, and `synced` once all of them are. */
const PROGRAM = `
  for (let at = 0; at < 4; at++) {
    const [entry] = await log.append(note("x".repeat(at * 3000)));
    print(entry.id);
  }
  await log.sync();
  print("synced");
  await log.close();`;

test(
  "L2: killed at any system call that writes, a new session is absent or has every acknowledged entry",
  { skip: noStrace },
  async (t) => {
    const { store, directory, path } = temporaryStore(t);
    const nothing = (): void => {};
    const killed = await killEverywhere(t, directory, nothing, async (acknowledged, killedAt) => {
      if (!existsSync(path)) {
        assert.deepEqual(acknowledged, [], killedAt);
        return;
      }
      const { entries, damage } = await readSession(store);
      const ids = entries.map(({ id }) => id);
      assert.deepEqual(ids.slice(0, acknowledged.length), acknowledged, killedAt);
      assert.ok(ids.length <= acknowledged.length + 1, killedAt);
      assert.ok(ids.length > 0, `${killedAt}: a header alone`);
      assert.deepEqual(damage, [], killedAt);
    });
    for (const call of ["write", "fdatasync", "fsync", "link", "unlink", "mkdir", "chmod", "fchmod"]) assert.ok(killed.has(call), call);
  },
);

test("L2: killed at any system call that writes, a session with a torn end loses no byte of it", { skip: noStrace }, async (t) => {
  const { store, directory, path, folder } = temporaryStore(t);
  const torn = `{"seq":2,"id":"e2","text":"${"x".repeat(100_000)}`;
  const prepare = (): void => writeSession(path, Buffer.concat([fileOf([note(0), note(1)]), Buffer.from(torn)]));
  const killed = await killEverywhere(t, directory, prepare, async (acknowledged, killedAt) => {
    const ids = (await readSession(store)).entries.map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 2 + acknowledged.length), ["e0", "e1", ...acknowledged], killedAt);
    const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    assert.ok(
      files.some((content) => content.endsWith(torn)),
      `${killedAt}: the torn end was removed`,
    );
    const appended = await appendTo(store);
    const after = await readSession(store);
    assert.deepEqual(after.damage, [], killedAt);
    assert.equal(after.entries.at(-1)?.id, appended.id, killedAt);
  });
  for (const call of ["write", "fdatasync", "ftruncate", "fchmod"]) assert.ok(killed.has(call), call);
});

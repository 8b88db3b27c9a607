import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ended, fileOf, inject, note, noStrace, readSession, startChild, temporaryStore, writeSession } from "../store.fixture.ts";
import { checkSession, isIntact } from "./check-session.ts";

const NOTES = [note(0), note(1), note(2)];
const DAMAGED = Buffer.concat([fileOf(NOTES), Buffer.from("garbage\n")]);
const CALLS = ["write", "pwrite64", "fsync", "link", "rename", "unlink", "openat"];
const source = (path: string): string => JSON.stringify(join(import.meta.dirname, path));

const REPAIR = `
  import { repairSession } from ${source("index.ts")};
  for await (const session of store.list()) await repairSession(session.path, { cwd: "/work" }).then(() => print("repaired"), (error) => print(error.code));`;

/** The first calls belong to the start of Node. */
const firstOf = (call: string): number => (call === "openat" ? 40 : 1);

test("L18: a repair killed at any step leaves the damaged file or the repaired one, never half of one", { skip: noStrace }, async (t) => {
  const { directory, path, folder, store } = temporaryStore(t);
  const killed = new Set<string>();
  for (const call of CALLS) {
    for (let number = firstOf(call), ran = false; !ran; number++) {
      rmSync(directory, { recursive: true, force: true });
      writeSession(path, DAMAGED);
      const { lines, signal } = await ended(startChild(t, directory, REPAIR, inject(call, `signal=SIGKILL:when=${number}`)));
      ran = signal === null;
      if (!ran) killed.add(call);
      assert.deepEqual((await readSession(store)).entries, NOTES, `${call} ${number}`);
      const valid = isIntact(await checkSession(path));
      if (!valid) assert.deepEqual(readFileSync(path), DAMAGED);
      else assert.deepEqual(readFileSync(join(folder, "one.damaged-1")), DAMAGED);
      if (lines.includes("repaired")) assert.ok(valid);
    }
  }
  assert.ok(["write", "fsync", "link", "rename"].every((call) => killed.has(call)));
});

const mayMount = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

test(
  "L9: on a full disk a repair leaves the old file unchanged, and no other file beside it",
  { skip: mayMount ? false : "needs the right to mount" },
  async (t) => {
    const { directory, path } = temporaryStore(t);
    const mount = ["unshare", "--mount", "bash", "-c", `mount -t tmpfs -o size=64k none '${directory}'; exec "$@"`, "bash"];
    const program = `
    import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
    import { dirname } from "node:path";
    import { repairSession } from ${source("index.ts")};
    const path = ${JSON.stringify(path)};
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, ${JSON.stringify(fileOf(NOTES.map((entry) => ({ ...entry, text: "x".repeat(5_000) }))).toString())} + "garbage\\n");
    const before = readFileSync(path, "utf8");
    try { for (;;) appendFileSync(${JSON.stringify(directory)} + "/filler", "x".repeat(4096)); } catch { print("full"); }
    await repairSession(path, { cwd: "/work" }).catch((error) => print(error.code));
    print("untouched " + (readFileSync(path, "utf8") === before));
    print(readdirSync(dirname(path)).join());`;
    const { lines, errors } = await ended(startChild(t, directory, program, mount));
    assert.equal(errors, "");
    assert.deepEqual(lines, ["full", "log_write", "untouched true", "one.jsonl"]);
    assert.ok(!existsSync(path), "the disk was the child's own");
    assert.deepEqual(readdirSync(directory), []);
  },
);

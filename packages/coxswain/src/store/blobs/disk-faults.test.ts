import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ended, HEADER, inject, noStrace, type Note, pathIn, readSession, startChild, temporaryStore } from "../store.fixture.ts";
import { blobName, blobPath } from "./blob-file.ts";
import { blobPaths, longNote, longText } from "./blobs.fixture.ts";

/** Separate mounts, which end with the process. */
const skip = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0 ? false : "needs the right to mount";
const mounted = (script: string): string[] => ["unshare", "--mount", "bash", "-c", `${script}; exec "$@"`, "bash"];

test(
  "L8: content that a full disk rejected is stored with its entry once there is space, and no incomplete file remains",
  { skip },
  async (t) => {
    const { directory } = temporaryStore(t);
    const child = startChild(
      t,
      directory,
      `
    import { appendFileSync, readdirSync, rmSync } from "node:fs";
    const filler = ${JSON.stringify(directory)} + "/filler";
    const text = (at) => (at + " ").padEnd(20_000, "lorem ipsum ");
    const blobs = () => readdirSync(${JSON.stringify(directory)} + "/blobs", { recursive: true }).filter((name) => name.length > 5);
    await log.append(note(text(0)));
    try { for (;;) appendFileSync(filler, "x".repeat(4096)); } catch { print("full"); }
    for (const at of [1, 2]) await log.append(note(text(at))).catch((error) => print(error.code + " " + error.cause.code));
    print("blobs " + blobs().length);
    rmSync(filler);
    await log.append(note(text(3)));
    await log.sync();
    const again = await Log.open(await store.open("one"), { now: Date.now, mint: randomEntryId });
    print("entries " + again.path.entries.filter((entry, at) => entry.text === text(at)).length + " damage " + again.damage.length);
    print("blobs " + blobs().length);`,
      mounted(`mount -t tmpfs -o size=256k none '${directory}'`),
    );
    const { lines, errors } = await ended(child);
    assert.equal(errors, "");
    assert.deepEqual(lines, ["full", "log_write ENOSPC", "log_write ENOSPC", "blobs 1", "entries 4 damage 0", "blobs 4"]);
  },
);

test("L12: on a read-only file system content is read, and new content is a LogWriteError", { skip }, async (t) => {
  const { directory, store } = temporaryStore(t);
  const file = await store.create(HEADER);
  await file.append([longNote(0)]);
  await file.close();
  const child = startChild(
    t,
    directory,
    `
    print(log.path.entries[0].text.length);
    const two = await store.create({ ...file.header, id: "two" });
    for (const text of ["new ".repeat(9000), log.path.entries[0].text]) {
      await two.append([{ ...log.path.entries[0], text }]).catch((error) => print(error.code + " " + error.cause.code));
    }`,
    mounted(`mount --bind '${directory}' '${directory}' && mount -o remount,ro,bind '${directory}'`),
  );
  assert.deepEqual((await ended(child)).lines, ["10000", "log_write EROFS", "log_write EROFS"]);
});

const faults: Readonly<Record<string, string>> = {
  link: "a new blob cannot be given its name",
  utimensat: "a blob's times cannot be updated",
};
for (const [call, fault] of Object.entries(faults)) {
  test(`L11: when ${fault}, its entry is not acknowledged, and is written with the next one`, { skip: noStrace }, async (t) => {
    const { directory, store } = temporaryStore(t);
    const file = await store.create(HEADER);
    await file.append([longNote(0)]);
    await file.close();
    const child = startChild(
      t,
      directory,
      `
      await log.append(note(${JSON.stringify(longText(1))})).catch((error) => print(error.code + " " + error.cause.code));
      await log.append(note("next"));
      await log.close();`,
      [...inject(call, "error=EIO:when=1"), "-P", blobPath(join(directory, "blobs"), blobName(Buffer.from(longText(1))))],
    );
    const { lines, errors } = await ended(child);
    assert.deepEqual([lines, errors], [["log_write EIO"], ""]);
    const { entries, damage } = await readSession(store);
    assert.deepEqual(
      entries.map((entry) => (entry as Note).text),
      [longText(0), longText(1), "next"],
    );
    assert.deepEqual(damage, []);
    assert.equal(blobPaths(directory).length, 2);
  });
}

test("L11: after a failed sync of content, the session acknowledges nothing more", { skip: noStrace }, async (t) => {
  const { directory } = temporaryStore(t);
  const child = startChild(
    t,
    directory,
    `
    await log.append(note(${JSON.stringify(longText(1))}));
    await log.sync().catch((error) => print(error.code + " " + error.cause.code));
    await log.append(note("next")).catch((error) => print(error.code));
    await log.sync().catch((error) => print(error.code));
    await log.close().catch(() => {});`,
    inject("fsync", "error=EIO:when=1"),
  );
  assert.deepEqual((await ended(child)).lines, ["log_write EIO", "log_write", "log_write"]);
});

test(
  "content, then its folders, then the log and its folders are synced, each group in parallel, and only once",
  { skip: noStrace },
  async (t) => {
    const { directory } = temporaryStore(t);
    const trace = join(directory, "trace");
    const child = startChild(
      t,
      directory,
      `
    await log.append(note(${JSON.stringify(longText(1))}));
    await log.sync();
    await log.append(note("short"));
    await log.sync();
    await log.close();`,
      ["strace", "-f", "-y", "-o", trace, "-e", "trace=fsync,fdatasync"],
    );
    assert.equal((await ended(child)).code, 0);
    const synced = [...readFileSync(trace, "utf8").matchAll(/ (?:fsync|fdatasync)\(\d+<(.*?)>/g)].map(
      ([, path = ""]) => path.replace(/one\.new-.*/, "one.jsonl"), // the name under which it was opened
    );
    const blobs = join(directory, "blobs");
    const blob = blobPath(blobs, blobName(Buffer.from(longText(1))));
    const log = pathIn(directory);
    const groups = [[blob], [dirname(blob), blobs, directory], [log, dirname(log), directory], [log]];
    assert.equal(synced.length, groups.flat().length);
    for (const group of groups) assert.deepEqual(synced.splice(0, group.length).toSorted(), group.toSorted());
  },
);

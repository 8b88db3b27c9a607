import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { indexOf } from "./session-index.ts";
import { noStrace } from "../store.fixture.ts";
import { assertWhole, fact, headerOf, killAtWrites, openScene, READER, startListing, writeMany } from "./session-index.fixture.ts";

const mayMount = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

test("the index is one private file, created by the first query, whatever its mode was", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 1);
  const path = join(scene.directory, "index.db");
  await scene.index.list();
  assert.deepEqual(
    readdirSync(scene.directory).filter((name) => name.startsWith("index")),
    ["index.db"],
  );
  assert.equal(statSync(path).mode & 0o777, 0o600);
  chmodSync(path, 0o644);
  await scene.index.list();
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("without sessions, a query creates nothing", async (t) => {
  const { directory } = openScene(t);
  const nowhere = join(directory, "nowhere");
  assert.deepEqual(await indexOf({ directory: nowhere, reader: READER }).list(), []);
  assert.equal(existsSync(nowhere), false);
});

test("rebuilds an index of another version of its tables or of the entry reader", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 2);
  await scene.index.list();
  const path = join(scene.directory, "index.db");
  const describe = () => ({ message: "user", texts: [{ by: "user", text: "read otherwise" }] }) as const;
  const other = indexOf({ directory: scene.directory, reader: { version: 2, describe } });
  assert.equal((await other.search("otherwise")).length, 4);
  await assertWhole(scene, 2);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 7");
  database.close();
  await assertWhole(scene, 2);
  assert.deepEqual(scene.setbacks, []);
});

test("no word of a removed session stays in the index", async (t) => {
  const scene = openScene(t);
  const path = scene.write(headerOf("one"), [fact(0, { by: "user", text: "a quicksilver canary" })]);
  writeMany(scene, 3);
  await scene.index.list();
  const bytes = (): string => readFileSync(join(scene.directory, "index.db"), "latin1");
  assert.match(bytes(), /quicksilver/);
  rmSync(path);
  await scene.index.list();
  assert.doesNotMatch(bytes(), /quicksilver|canary/);
});

test("answers without an index that another process has locked, and reports the reason", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 3);
  await scene.index.list();
  writeMany(scene, 4);
  const database = new DatabaseSync(join(scene.directory, "index.db"));
  database.exec("BEGIN EXCLUSIVE");
  assert.equal((await scene.index.list()).length, 4);
  assert.deepEqual(scene.setbacks, ["database is locked"]);
  database.close();
  assert.equal((await scene.index.list()).length, 4);
  assert.equal(scene.setbacks.length, 1);
});

test("answers without an index if another file has its path, and leaves that file unchanged", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 2);
  mkdirSync(join(scene.directory, "index.db"));
  writeFileSync(join(scene.directory, "index.db", "mine"), "");
  await assertWhole(scene, 2);
  assert.match(scene.setbacks[0] ?? "", /index\.db is not a file/);
  assert.ok(existsSync(join(scene.directory, "index.db", "mine")));
});

test(
  "L12: lists sessions without an index on a read-only file system",
  { skip: mayMount ? false : "needs the right to mount" },
  async (t) => {
    const scene = openScene(t);
    writeMany(scene, 3);
    const { directory } = scene;
    const mount = `mount --bind '${directory}' '${directory}' && mount -o remount,ro,bind '${directory}'; exec "$@"`;
    const listing = startListing(t, directory, ["unshare", "--mount", "bash", "-c", mount, "bash"]);
    const { stdout, stderr } = await listing.ended;
    assert.equal(stdout, "3\n");
    assert.match(stderr, /EROFS|read-only/i);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith("index")),
      [],
    );
  },
);

test("several processes index the same sessions at once, and nothing is counted twice", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 700);
  const listings = [1, 2, 3].map(() => startListing(t, scene.directory).ended);
  for (const { stdout, stderr } of await Promise.all(listings)) assert.deepEqual([stdout, stderr], ["700\n", ""]);
  await assertWhole(scene, 700);
});

test("answers concurrent queries in one process completely", async (t) => {
  const scene = openScene(t);
  writeMany(scene, 600);
  const lists = await Promise.all([scene.index.list(), scene.index.list(), scene.index.list()]);
  assert.deepEqual(
    lists.map(({ length }) => length),
    [600, 600, 600],
  );
  await assertWhole(scene, 600);
});

test("an indexer killed at one of its writes leaves a usable index", { skip: noStrace }, (t) => killAtWrites(t, [40]));

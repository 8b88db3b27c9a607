import assert from "node:assert/strict";
import { globSync, statSync, utimesSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

test("stores a long task once for all its sessions, and frees it once no session refers to it", async () => {
  await using cox = await openCox(["one", "two"]);
  const task = "lorem ipsum ".repeat(2000).trim();
  await cox.run([task]);
  await cox.run([task]);
  const [path = ""] = await cox.sessionFiles();
  const directory = dirname(dirname(path));
  const blobs = (): readonly string[] => globSync(join(directory, "blobs", "*", "*"));
  assert.equal(blobs().length, 1);
  assert.equal(await readFile(blobs()[0] ?? "", "utf8"), task);
  assert.ok(statSync(path).size < task.length);

  const ids = (await cox.run(["sessions", "--json"])).stdout
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { id: string }).id]));
  assert.equal(ids.length, 2);
  assert.ok((await cox.run(["sessions", "show", ids[0] ?? ""])).stdout.includes(task));
  for (const id of ids) await cox.run(["sessions", "delete", id]);
  utimesSync(blobs()[0] ?? "", 1000, 1000); // age the file
  assert.equal((await cox.run(["sessions", "gc", "--json"])).stdout, '{"blobs":0,"bytes":0}\n');
  for (const trashed of globSync(join(directory, "trash", "*", "*.jsonl"))) await rm(trashed);
  const { code, stderr } = await cox.run(["sessions", "gc"]);
  assert.deepEqual([code, stderr], [0, "Freed 24 kB (1 unused file).\n"]);
  assert.deepEqual(blobs(), []);
});

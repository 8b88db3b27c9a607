import assert from "node:assert/strict";
import { mkdirSync, readdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";
import { removeOldOutput } from "./old-output.ts";

const DAY = 24 * 60 * 60;
const NOW = 1_800_000_000;
const GIB = 1024 ** 3;

const keep = (folder: string, name: string, { days, bytes = 1 }: { readonly days: number; readonly bytes?: number }, now = NOW): void => {
  const path = join(folder, name);
  writeFileSync(path, "");
  truncateSync(path, bytes);
  utimesSync(path, now, now - days * DAY);
};

const nameOf = (digit: string): string => `${digit.repeat(16)}.txt`;

const tidied = async (t: TestContext, files: Readonly<Record<string, { readonly days: number; readonly bytes?: number }>>) => {
  const folder = temporaryFolder(t);
  for (const [digit, file] of Object.entries(files)) keep(folder, nameOf(digit), file);
  await removeOldOutput(folder, NOW * 1000);
  return readdirSync(folder)
    .map((name) => name.slice(0, 1))
    .toSorted();
};

test("deletes saved output when it is a month old", async (t) => {
  assert.deepEqual(await tidied(t, { a: { days: 31 }, b: { days: 30 }, c: { days: 29 }, d: { days: 0 } }), ["c", "d"]);
});

test("deletes the oldest files that are a week old while the total is too large", async (t) => {
  const half = GIB / 2;
  assert.deepEqual(await tidied(t, { a: { days: 20, bytes: half }, b: { days: 15, bytes: half }, c: { days: 8, bytes: half } }), [
    "b",
    "c",
  ]);
});

test("preserves files younger than a week, whatever the total", async (t) => {
  assert.deepEqual(await tidied(t, { a: { days: 6, bytes: 2 * GIB }, b: { days: 1, bytes: 2 * GIB }, c: { days: 8 } }), ["a", "b"]);
});

test("preserves other files, and the targets of links", async (t) => {
  const [folder, other] = [temporaryFolder(t), temporaryFolder(t)];
  keep(folder, "notes.txt", { days: 99 });
  keep(other, nameOf("a"), { days: 99 });
  symlinkSync(join(other, nameOf("a")), join(folder, nameOf("b")));
  mkdirSync(join(folder, nameOf("c")));
  await removeOldOutput(folder, NOW * 1000);
  assert.deepEqual(readdirSync(folder), [nameOf("b"), nameOf("c"), "notes.txt"]);
  assert.deepEqual(readdirSync(other), [nameOf("a")]);
});

test("concurrent runs may delete the same files, and a missing folder is treated as empty", async (t) => {
  const folder = temporaryFolder(t);
  for (let index = 0; index < 200; index++) keep(folder, `${String(index).padStart(16, "0")}.txt`, { days: 40 });
  await Promise.all([1, 2, 3].map(() => removeOldOutput(folder, NOW * 1000)));
  assert.deepEqual(readdirSync(folder), []);
  await removeOldOutput(join(folder, "none"), NOW * 1000);
});

test("a command whose output is saved deletes old output once; another command does not", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  mkdirSync(spill);
  const old = nameOf("a");
  keep(spill, old, { days: 40 }, Date.now() / 1000);
  await workspace.spawn("echo short");
  assert.deepEqual(readdirSync(spill), [old]);
  const { output } = await workspace.spawn("seq 20000");
  assert.deepEqual(
    readdirSync(spill).map((name) => join(spill, name)),
    [output.file?.path],
  );
  keep(spill, old, { days: 40 }, Date.now() / 1000);
  await workspace.spawn("seq 20000");
  assert.ok(readdirSync(spill).includes(old));
});

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "../log/index.ts";
import { sessionPath } from "./session-file.ts";
import { ended, fileOf, HEADER, note, startChild, temporaryStore, writeSession } from "./store.fixture.ts";

const writeNotes = (folder: string, id: string, count: number): string => {
  const path = sessionPath(folder, id);
  writeSession(path, fileOf([], { ...HEADER, id }));
  for (let from = 0; from < count; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, count - from) }, (_, at) => `${encode(note(from + at, "x".repeat(200)))}\n`);
    appendFileSync(path, lines.join(""));
  }
  return path;
};

// Measured in a separate process: the test runner tracks every promise, which costs more than the reading. Processor
// time, because the machine may be busy with other things.
const MEASURE = `
  const readAll = async (id) => {
    let count = 0;
    for await (const entry of (await store.open(id)).read()) count++;
    return count;
  };
  const leastTime = async (work) => {
    const times = [];
    for (let round = 0; round < 7; round++) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    return Math.min(...times);
  };`;

test("L6: reads a million lines in bounded memory", async (t) => {
  const { directory, folder } = temporaryStore(t);
  writeNotes(folder, "big", 1_000_000);
  const child = startChild(t, directory, `${MEASURE} print(await readAll("big")); print(process.resourceUsage().maxRSS / 1024);`);
  const [count, megabytes = Infinity] = (await ended(child)).lines.map(Number);
  assert.equal(count, 1_000_000);
  assert.ok(megabytes < 256, `${megabytes} MB`);
});

test("reading 100,000 entries costs little more than reading and parsing their bytes", async (t) => {
  const { directory, folder } = temporaryStore(t);
  const path = writeNotes(folder, "big", 100_000);
  const child = startChild(
    t,
    directory,
    `${MEASURE}
    import { readFileSync } from "node:fs";
    print(await leastTime(() => {
      for (const line of readFileSync(${JSON.stringify(path)}, "utf8").split("\\n")) if (line !== "") JSON.parse(line);
    }));
    print(await leastTime(() => readAll("big")));`,
  );
  const [bare = 0, ours = Infinity] = (await ended(child)).lines.map(Number);
  assert.ok(ours < bare * 2, `${ours} ms, bare ${bare} ms`);
});

test("L25: twice as many entries take twice the time", async (t) => {
  const { directory, folder } = temporaryStore(t);
  writeNotes(folder, "once", 50_000);
  writeNotes(folder, "twice", 100_000);
  const child = startChild(t, directory, `${MEASURE} for (const id of ["once", "twice"]) print(await leastTime(() => readAll(id)));`);
  const [once = 0, twice = Infinity] = (await ended(child)).lines.map(Number);
  assert.ok(twice < once * 3, `${once} ms, then ${twice} ms`);
});

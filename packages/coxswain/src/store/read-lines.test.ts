import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { type Line, MAX_LINE_BYTES, readLines, readLinesSync } from "./read-lines.ts";

const fileWith = async (t: TestContext, ...parts: readonly Uint8Array[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "coxswain-lines-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "file");
  for (const part of parts) await writeFile(path, part, { flag: "a" });
  return path;
};

type CopiedLine = Omit<Line, "bytes"> & { readonly bytes: Buffer | undefined };

const copy = (line: Line): CopiedLine => Object.assign({}, line, { bytes: line.bytes && Buffer.from(line.bytes) });

const linesOf = async (path: string): Promise<CopiedLine[]> => {
  const copies: CopiedLine[] = [];
  await using file = await open(path);
  for await (const lines of readLines(file)) copies.push(...lines.map(copy));
  return copies;
};

test("yields the lines of any bytes, each with its offset", async (t) => {
  const path = await fileWith(t);
  const bytes = fc.uint8Array({ maxLength: 200 });
  const lineEnds = bytes.map((each) => each.map((byte) => (byte < 80 ? 0x0a : byte)));
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, lineEnds), async (content) => {
      await writeFile(path, content);
      const lines = await linesOf(path);
      const joined = lines.flatMap(({ bytes: part, ended }) => [part ?? Buffer.alloc(0), Buffer.from(ended ? "\n" : "")]);
      assert.deepEqual(Buffer.concat(joined), Buffer.from(content));
      for (const line of lines) {
        assert.equal(line.bytes?.includes(0x0a), false);
        assert.equal(line.bytes.length, line.length);
        assert.deepEqual(line.bytes, Buffer.from(content.subarray(line.offset, line.offset + line.length)));
      }
    }),
  );
});

test("synchronous reads, and reads from the offset of any line, yield the same lines", async (t) => {
  const path = await fileWith(t);
  const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => each.map((byte) => (byte < 80 ? 0x0a : byte)));
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), async (content, number) => {
      await writeFile(path, content);
      const all = await linesOf(path);
      const from = all.length === 0 ? 0 : number % all.length;
      const descriptor = openSync(path, "r");
      const rest: CopiedLine[] = [];
      for (const lines of readLinesSync(descriptor, all[from]?.offset)) rest.push(...lines.map(copy));
      closeSync(descriptor);
      assert.deepEqual(rest, all.slice(from));
    }),
  );
});

test("yields complete lines wherever they end in a chunk", async (t) => {
  const path = await fileWith(t);
  for (const length of [1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024 + 5]) {
    const long = Buffer.alloc(length, "x");
    await writeFile(path, Buffer.concat([Buffer.from("before\n"), long, Buffer.from("\nafter")]));
    const lines = await linesOf(path);
    assert.deepEqual(
      lines.map(({ offset, length: bytes, ended }) => [offset, bytes, ended]),
      [
        [0, 6, true],
        [7, length, true],
        [length + 8, 5, false],
      ],
    );
    assert.ok(lines[1]?.bytes?.equals(long));
  }
});

test("L6: skips a line of more than 64 MB, and reads the lines after it", async (t) => {
  const block = Buffer.alloc(MAX_LINE_BYTES / 2, "x");
  const longest = Buffer.alloc(MAX_LINE_BYTES, "y");
  const path = await fileWith(
    t,
    Buffer.from("a\n"),
    block,
    block,
    Buffer.from("x\nb\n"),
    longest,
    Buffer.from("\nc\n"),
    block,
    block,
    Buffer.from("x"),
  );
  const seen: [number, string | undefined, boolean][] = [];
  await using file = await open(path);
  for await (const lines of readLines(file)) {
    for (const { length, bytes, ended } of lines) seen.push([length, bytes?.subarray(0, 2).toString(), ended]);
  }
  assert.deepEqual(seen, [
    [1, "a", true],
    [MAX_LINE_BYTES + 1, undefined, true],
    [1, "b", true],
    [MAX_LINE_BYTES, "yy", true],
    [1, "c", true],
    [MAX_LINE_BYTES + 1, undefined, false],
  ]);
});

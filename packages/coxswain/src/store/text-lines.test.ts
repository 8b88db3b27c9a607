import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MAX_LINE_BYTES } from "./read-lines.ts";
import { textLines } from "./text-lines.ts";

test("L6: yields a file's lines as strings, and undefined for one that is not UTF-8 or is too long", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  const long = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
  writeFileSync(path, Buffer.concat([Buffer.from("one\n\u2028two\r\n\n"), Buffer.from([0xff, 0x0a]), long, Buffer.from("\nlast")]));
  const lines: (string | undefined)[] = [];
  for await (const line of textLines(path)) lines.push(line);
  assert.deepEqual(lines, ["one", "\u2028two\r", "", undefined, undefined, "last"]);
});

test("rejects a path that is not a file, with a readable error and without waiting", { skip: process.platform === "win32" }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync("mkfifo", [join(folder, "fifo")]);
  for (const path of [join(folder, "fifo"), folder]) {
    await assert.rejects(textLines(path).next(), { code: "log_format", message: `${path} is not a file.` });
  }
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import type { FileSeenEntry } from "./files-seen.ts";
import { readTool } from "./read.ts";
import { toolbox } from "./tool-context.fixture.ts";

const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("S1-45: shows a text file with line numbers", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.txt"), "one\r\ntwo\nthree");
  const { text, isError, details } = await read({ path: "a.txt" });
  assert.equal(text, "1\tone\n2\ttwo\n3\tthree");
  assert.equal(isError, undefined);
  assert.deepEqual(details, { path: "a.txt", first: 1, last: 3, lines: 3 });
});

test("shows a part from offset on and reports how to continue", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.txt"), "1\n2\n3\n4\n5\n");
  assert.equal((await read({ path: "a.txt", offset: 2, limit: 2 })).text, "2\t2\n3\t3\n(lines 2 to 3 of 5; continue with offset 4)");
  assert.equal((await read({ path: "a.txt", offset: 4 })).text, "4\t4\n5\t5\n(lines 4 to 5 of 5)");
  await assert.rejects(read({ path: "a.txt", offset: 6 }), /has 5 lines; offset 6 is after its end/);
});

test("truncates a long file by lines, by bytes and within its lines", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("lines"), "x\n".repeat(2500));
  assert.match((await read({ path: "lines" })).text, /\n2000\tx\n\(lines 1 to 2000 of 2500; continue with offset 2001\)$/);
  writeFileSync(at("bytes"), `${"y".repeat(999)}\n`.repeat(100));
  assert.match((await read({ path: "bytes" })).text, /\(lines 1 to 49 of 100; continue with offset 50\)$/);
  writeFileSync(at("line"), "z".repeat(200_000));
  const { text } = await read({ path: "line" });
  assert.equal(text, `1\t${"z".repeat(2000)} … (198000 more characters)`);
});

test("reports an empty file", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.png"), "");
  assert.equal((await read({ path: "a.png" })).text, "(a.png is empty)");
});

test("T13: reads UTF-16 and byte order marks as text, and reports other encodings", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("wide"), Buffer.from("\uFEFFgrün\r\n", "utf16le"));
  writeFileSync(at("marked"), "\uFEFFgrün\n");
  assert.equal((await read({ path: "wide" })).text, "1\tgrün\n(its encoding is utf-16le, which edits preserve)");
  assert.equal((await read({ path: "marked" })).text, "1\tgrün");
});

test("rejects a binary file, a folder, a fifo and a device with advice", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("program"), Buffer.from("\x7fELF\0\0"));
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("fifo")]);
  await assert.rejects(read({ path: "program" }), { name: "ToolError", message: /binary \(6 bytes\).*bash/ });
  await assert.rejects(read({ path: "folder" }), { name: "ToolError", message: /folder is a folder\. Use ls/ });
  await assert.rejects(read({ path: "fifo" }), { name: "ToolError", message: /fifo/ });
  await assert.rejects(read({ path: "/dev/zero" }), { name: "ToolError", message: /device/ });
  await assert.rejects(read({ path: "" }), { name: "ToolError", message: /empty/ });
});

test("rejects a file of 2 GB immediately with advice", async (t) => {
  const { read, at } = await toolbox(t);
  execFileSync("truncate", ["-s", "2G", at("huge")]);
  await assert.rejects(read({ path: "huge" }), { name: "ToolError", message: /too large \(2147483648 bytes\).*grep/ });
});

test("suggests similar names for a file that does not exist", async (t) => {
  const { read, at } = await toolbox(t);
  mkdirSync(at("src"));
  for (const name of ["index.ts", "Widget.tsx", "other.md"]) writeFileSync(at("src", name), "");
  await assert.rejects(read({ path: "src/indx.js" }), { message: "src/indx.js does not exist. Did you mean src/index.ts?" });
  await assert.rejects(read({ path: "src/widget.ts" }), { message: /Did you mean src\/Widget\.tsx\?/ });
  await assert.rejects(read({ path: "none/x.ts" }), { message: /Find it with glob/ });
});

test("S1-45: returns an image as an image, detected by its bytes and not by its name", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("picture.txt"), PIXEL);
  const { content } = await read({ path: "picture.txt" });
  assert.deepEqual(content, [
    { type: "text", text: `(picture.txt: image/png, 1 x 1, ${PIXEL.length} bytes)` },
    { type: "image", mediaType: "image/png", data: PIXEL.toString("base64"), name: "picture.txt" },
  ]);
});

test("T17: returns a description instead of an image that is truncated, too large or of no size", async (t) => {
  const { read, at } = await toolbox(t);
  const wide = Buffer.from(PIXEL);
  wide.writeUInt32BE(8001, 16);
  const flat = Buffer.from(PIXEL);
  flat.writeUInt32BE(0, 20);
  for (const [name, bytes, reason] of [
    ["cut", PIXEL.subarray(0, 40), /damaged or truncated/],
    ["flat", flat, /damaged or truncated/],
    ["wide", wide, /over 8000 pixels a side/],
    ["heavy", Buffer.concat([PIXEL.subarray(0, 33), Buffer.alloc(4_000_000), PIXEL.subarray(33)]), /over 3750000 bytes/],
  ] as const) {
    writeFileSync(at(name), bytes);
    const { content, text } = await read({ path: name });
    assert.deepEqual(
      content.map(({ type }) => type),
      ["text"],
      name,
    );
    assert.match(text, reason);
  }
});

test("T17: reads a file with only an image's extension by its content", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("page.png"), "<html>not found</html>");
  assert.equal((await read({ path: "page.png" })).text, "1\t<html>not found</html>");
});

test("logs a read file once per content, and logs no images", async (t) => {
  const { read, at, entries } = await toolbox(t);
  writeFileSync(at("a"), "text");
  writeFileSync(at("b"), PIXEL);
  await read({ path: "a" });
  await read({ path: "./a" });
  await read({ path: "b" });
  const [fact, ...more] = entries() as readonly FileSeenEntry[];
  assert.deepEqual([fact?.type, fact?.path], ["file_seen", at("a")]);
  assert.equal(fact?.hash, createHash("sha256").update("text").digest("hex"));
  assert.deepEqual(more, []);
});

test("the permission request contains the real path, its scope, and the name of a link to it", async (t) => {
  const { needs, at, root, spill } = await toolbox(t);
  const outside = temporaryFolder(t);
  symlinkSync(outside, at("link"));
  const request = (path: string) => needs(readTool, { path, offset: undefined, limit: undefined });
  assert.deepEqual(await request("link/x"), [
    { tool: "read", effect: "read", subject: join(outside, "x"), inside: false, alsoKnownAs: [at("link", "x")] },
  ]);
  assert.deepEqual(await request("a/../b"), [{ tool: "read", effect: "read", subject: join(root, "b"), inside: true }]);
  assert.deepEqual(await request(join(spill, "x.txt")), [{ tool: "read", effect: "read", subject: join(spill, "x.txt"), inside: true }]);
});

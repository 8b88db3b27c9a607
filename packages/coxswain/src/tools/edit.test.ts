import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("replaces a string that occurs once, and shows the change", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a.ts"), "one\ntwo\nthree\n");
  await read({ path: "a.ts" });
  const { text, details } = await edit({ path: "a.ts", oldText: "two", newText: "2\nzwei" });
  assert.equal(text, "Edited a.ts at line 2.\n1\tone\n2\t2\n3\tzwei\n4\tthree");
  assert.equal(readFileSync(at("a.ts"), "utf8"), "one\n2\nzwei\nthree\n");
  assert.deepEqual(details, {
    path: "a.ts",
    diff: "--- a.ts\n+++ a.ts\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+zwei\n three\n",
    added: 2,
    removed: 1,
  });
});

test("edits only files that were read, even after a resume", async (t) => {
  const { read, edit, resume, at } = await toolbox(t);
  writeFileSync(at("a"), "one");
  writeFileSync(at("b"), "one");
  await read({ path: "b" });
  await resume();
  await assert.rejects(edit({ path: "a", oldText: "one", newText: "two" }), { name: "ToolError", message: /You have not read a\./ });
  await edit({ path: "b", oldText: "one", newText: "two" });
  assert.equal(readFileSync(at("b"), "utf8"), "two");
});

test("T12: does not edit a file that has changed with equal size and time, and shows its current content", async (t) => {
  const { read, edit, at } = await toolbox(t);
  const when = new Date(1_700_000_000_000);
  writeFileSync(at("a"), "one\ntwo\n");
  utimesSync(at("a"), when, when);
  await read({ path: "a" });
  writeFileSync(at("a"), "eno\ntwo\n");
  utimesSync(at("a"), when, when);
  await assert.rejects(edit({ path: "a", oldText: "two", newText: "2" }), {
    name: "ToolError",
    message: "a has changed since you read it. Nothing was written. Current content:\n1\teno\n2\ttwo\nApply the change to this content.",
  });
  assert.equal(readFileSync(at("a"), "utf8"), "eno\ntwo\n");
  await edit({ path: "a", oldText: "two", newText: "2" });
  assert.equal(readFileSync(at("a"), "utf8"), "eno\n2\n");
});

test("T12: requires a new read of a long file that has changed", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "x\n".repeat(1000));
  await read({ path: "a" });
  writeFileSync(at("a"), "y\n".repeat(1000));
  for (let time = 0; time < 2; time++) {
    await assert.rejects(edit({ path: "a", oldText: "y", newText: "z" }), { message: /has changed since you read it.*Read it again/ });
  }
});

test("reports the most similar lines and the difference for a string that was not found", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a.py"), "def f():\n\treturn 1\n\ndef g():\n\treturn 2\n");
  await read({ path: "a.py" });
  await assert.rejects(edit({ path: "a.py", oldText: "def g():\n\treturn 3", newText: "x" }), {
    name: "ToolError",
    message:
      'oldText is not in a.py. Nothing was changed. The most similar text is (line 5 differs: it is "\\treturn 2", not "\\treturn 3"):\n' +
      "4\tdef g():\n5\t\treturn 2\nCopy oldText from it exactly, without the line numbers.",
  });
  await assert.rejects(edit({ path: "a.py", oldText: "zzz", newText: "x" }), { message: /No part of it is similar.*grep/ });
});

test("lists the lines of a string with several matches, and replaces all with replaceAll", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "x\ny\nx\nx\n");
  await read({ path: "a" });
  await assert.rejects(edit({ path: "a", oldText: "x", newText: "z" }), {
    message: /3 times, at lines 1, 3, 4\. Nothing was changed.*replaceAll/,
  });
  assert.match((await edit({ path: "a", oldText: "x", newText: "z", replaceAll: true })).text, /^Edited a in 3 places\./);
  assert.equal(readFileSync(at("a"), "utf8"), "z\ny\nz\nz\n");
});

test("rejects an empty or unchanged string with advice", async (t) => {
  const { edit } = await toolbox(t);
  await assert.rejects(edit({ path: "a", oldText: "", newText: "x" }), { name: "ToolError", message: /oldText is empty.*use write/ });
  await assert.rejects(edit({ path: "a", oldText: "x\r\n", newText: "x\n" }), { name: "ToolError", message: /are the same/ });
  await assert.rejects(edit({ path: "a", oldText: "x", newText: "y" }), { name: "ToolError", message: /a does not exist\..*use write/ });
});

test("T13: preserves line ends, byte order marks, encodings, a missing final newline and all bytes outside of the change", async (t) => {
  const { read, edit, at } = await toolbox(t);
  for (const [name, before, after] of [
    ["crlf", Buffer.from("a\r\nold\r\nb\r\n"), Buffer.from("a\r\nnew\r\nline\r\nb\r\n")],
    ["mixed", Buffer.from("a\nold\r\nb\rc\n"), Buffer.from("a\nnew\r\nline\r\nb\rc\n")],
    ["mark", Buffer.from("\uFEFFold\n"), Buffer.from("\uFEFFnew\nline\n")],
    ["no end", Buffer.from("a\nold"), Buffer.from("a\nnew\nline")],
    ["wide", Buffer.from("\uFEFFa\r\nold\r\n", "utf16le"), Buffer.from("\uFEFFa\r\nnew\r\nline\r\n", "utf16le")],
    ["wide, other way", Buffer.from("\uFEFFold\n", "utf16le").swap16(), Buffer.from("\uFEFFnew\nline\n", "utf16le").swap16()],
    ["latin", Buffer.from("gr\xfcn\nold\n", "latin1"), Buffer.from("gr\xfcn\nnew\nline\n", "latin1")],
  ] as const) {
    writeFileSync(at(name), before);
    await read({ path: name });
    const ends = name === "mixed" || name === "crlf" || name === "wide" ? "old\n" : "old";
    await edit({ path: name, oldText: ends, newText: ends.replace("old", "new\nline") });
    assert.deepEqual(readFileSync(at(name)), after, name);
  }
});

test("T13: over random files preserves every byte outside of the change", async (t) => {
  const { read, edit, at } = await toolbox(t);
  const piece = fc.constantFrom("a", "b\n", "c\r\n", "\r", "é", "€", "😀", "\t", "\n", "\r\n");
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  const mark = fc.constantFrom("", "\uFEFF");
  const encoding = fc.constantFrom("utf8" as const, "utf16le" as const);
  await fc.assert(
    fc.asyncProperty(mark, encoding, text, text, async (first, code, head, tail) => {
      const start = code === "utf16le" ? "\uFEFF" : first;
      writeFileSync(at("a"), Buffer.from(`${start}${head}[old]${tail}`, code));
      await read({ path: "a" });
      await edit({ path: "a", oldText: "[old]", newText: "[new and longer]" });
      assert.deepEqual(readFileSync(at("a")), Buffer.from(`${start}${head}[new and longer]${tail}`, code));
    }),
    { numRuns: 60 },
  );
});

test("T13: rejects characters that the file's encoding cannot represent", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), Buffer.from("gr\xfcn old", "latin1"));
  await read({ path: "a" });
  await assert.rejects(edit({ path: "a", oldText: "old", newText: "€" }), { name: "ToolError", message: /latin-1.*iconv/ });
  assert.deepEqual(readFileSync(at("a")), Buffer.from("gr\xfcn old", "latin1"));
});

test("T13: preserves modes and links, edits the target of a link out of the folder, and reports a hard link", async (t) => {
  const { read, edit, at } = await toolbox(t);
  const outside = temporaryFolder(t);
  writeFileSync(join(outside, "target"), "old");
  symlinkSync(join(outside, "target"), at("link"));
  writeFileSync(at("script"), "old");
  chmodSync(at("script"), 0o755);
  linkSync(at("script"), at("second"));
  writeFileSync(at("locked"), "old");
  chmodSync(at("locked"), 0o444);
  for (const path of ["link", "script", "locked"]) await read({ path });
  await edit({ path: "link", oldText: "old", newText: "new" });
  assert.equal(lstatSync(at("link")).isSymbolicLink(), true);
  assert.equal(readFileSync(join(outside, "target"), "utf8"), "new");
  assert.match((await edit({ path: "script", oldText: "old", newText: "new" })).text, /hard links/);
  assert.equal(statSync(at("script")).mode & 0o777, 0o755);
  await edit({ path: "locked", oldText: "old", newText: "new" });
  assert.equal(statSync(at("locked")).mode & 0o777, 0o444);
});

test("T13: rejects a folder, a fifo, a device, a binary file and a file of 2 GB", async (t) => {
  const { edit, at } = await toolbox(t);
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("fifo")]);
  execFileSync("truncate", ["-s", "2G", at("huge")]);
  for (const [path, message] of [
    ["folder", /is a folder/],
    ["fifo", /not a regular file/],
    ["/dev/zero", /not a regular file/],
    ["huge", /too large/],
  ] as const) {
    await assert.rejects(edit({ path, oldText: "a", newText: "b" }), { name: "ToolError", message });
  }
});

test("T16: concurrent edits of one file all succeed", async (t) => {
  const { read, edit, at } = await toolbox(t);
  const names = Array.from({ length: 20 }, (_, index) => `item${index};`);
  writeFileSync(at("a"), names.join("\n"));
  symlinkSync("a", at("b"));
  await read({ path: "a" });
  await Promise.all(names.map((name, index) => edit({ path: index % 2 ? "a" : "b", oldText: name, newText: name.toUpperCase() })));
  assert.equal(readFileSync(at("a"), "utf8"), names.join("\n").toUpperCase());
});

test("an edit after an abort changes nothing", async (t) => {
  const { read, edit, abort, at } = await toolbox(t);
  writeFileSync(at("a"), "old");
  await read({ path: "a" });
  abort();
  await assert.rejects(edit({ path: "a", oldText: "old", newText: "new" }), /Cancelled/);
  assert.equal(readFileSync(at("a"), "utf8"), "old");
});

import assert from "node:assert/strict";
import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { writeTool } from "./index.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("a new file is made with its folders, and may be edited without reading it", async (t) => {
  const { write, edit, at } = await toolbox(t);
  const { text } = await write({ path: "a/b.txt", content: "one\n" });
  assert.equal(text, "Made a/b.txt (4 bytes).");
  await edit({ path: "a/b.txt", oldText: "one", newText: "two" });
  assert.equal(readFileSync(at("a", "b.txt"), "utf8"), "two\n");
});

test("a file that was not read is not overwritten", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("a"), "precious");
  await assert.rejects(write({ path: "a", content: "new" }), {
    name: "ToolError",
    message: /You have not read a\. Nothing was changed\. Read it/,
  });
  assert.equal(readFileSync(at("a"), "utf8"), "precious");
  await read({ path: "a" });
  assert.equal((await write({ path: "a", content: "new" })).text, "Wrote a (3 bytes).");
});

test("T13: encoding, mark and line ends of the old file are kept", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("wide"), Buffer.from("\uFEFFa\r\nb\r\n", "utf16le"));
  writeFileSync(at("marked"), "\uFEFFa\n");
  for (const path of ["wide", "marked"]) await read({ path });
  await write({ path: "wide", content: "x\ny\n" });
  await write({ path: "marked", content: "x\n" });
  assert.equal(readFileSync(at("wide"), "utf16le"), "\uFEFFx\r\ny\r\n");
  assert.equal(readFileSync(at("marked"), "utf8"), "\uFEFFx\n");
});

test("a content that the old encoding cannot hold is written as UTF-8", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("old"), Buffer.from("grün", "latin1"));
  await read({ path: "old" });
  await write({ path: "old", content: "1 €" });
  assert.equal(readFileSync(at("old"), "utf8"), "1 €");
});

test("the same content is not written again, and a content over the limit not at all", async (t) => {
  const { write } = await toolbox(t);
  await write({ path: "a", content: "same" });
  assert.match((await write({ path: "a", content: "same" })).text, /nothing was written/);
  await assert.rejects(write({ path: "b", content: "x".repeat(10_000_001) }), { name: "ToolError", message: /too long/ });
});

test("T13: other hard links keep the old content, and that is told", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("a"), "old");
  linkSync(at("a"), at("b"));
  await read({ path: "a" });
  assert.match((await write({ path: "a", content: "new" })).text, /other hard links: they keep the old content/);
  assert.equal(readFileSync(at("b"), "utf8"), "old");
});

test("a screen gets the change as a unified diff", async (t) => {
  const { write } = await toolbox(t);
  await write({ path: "a", content: "1\n2\n" });
  const { details } = await write({ path: "a", content: "1\n3\n" });
  assert.deepEqual(details, { path: "a", diff: "--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n", added: 1, removed: 1 });
});

test("T13: a folder and a device are refused", async (t) => {
  const { write } = await toolbox(t);
  await assert.rejects(write({ path: ".", content: "" }), { name: "ToolError", message: /is a folder/ });
  await assert.rejects(write({ path: "/dev/null", content: "" }), { name: "ToolError", message: /device/ });
});

test("what has to be allowed is writing the real path", async (t) => {
  const { needs, at } = await toolbox(t);
  assert.deepEqual(await needs(writeTool, { path: "a", content: "" }), [
    { tool: "write", effect: "write", subject: at("a"), inside: true },
  ]);
});

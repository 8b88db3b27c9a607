import assert from "node:assert/strict";
import { linkSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { writeTool } from "./write.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("creates a new file with its folders, and edits it without a read", async (t) => {
  const { write, edit, at } = await toolbox(t);
  const { text } = await write({ path: "a/b.txt", content: "one\n" });
  assert.equal(text, "Created a/b.txt (4 bytes).");
  await edit({ path: "a/b.txt", oldText: "one", newText: "two" });
  assert.equal(readFileSync(at("a", "b.txt"), "utf8"), "two\n");
});

test("does not overwrite a file that was not read", async (t) => {
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

test("T12: does not overwrite a file that has changed with equal size and time, and shows its current content", async (t) => {
  const { write, read, at } = await toolbox(t);
  const when = new Date(1_700_000_000_000);
  writeFileSync(at("a"), "one\n");
  utimesSync(at("a"), when, when);
  await read({ path: "a" });
  writeFileSync(at("a"), "eno\n");
  utimesSync(at("a"), when, when);
  await assert.rejects(write({ path: "a", content: "two\n" }), {
    name: "ToolError",
    message: "a has changed since you read it. Nothing was written. Current content:\n1\teno\nApply the change to this content.",
  });
  assert.equal(readFileSync(at("a"), "utf8"), "eno\n");
  await write({ path: "a", content: "two\n" });
  assert.equal(readFileSync(at("a"), "utf8"), "two\n");
});

test("T12: does not overwrite a file that was created in the meantime", async (t) => {
  const { write, at } = await toolbox(t);
  const making = (): void => writeFileSync(at("new"), "theirs");
  await assert.rejects(write({ path: "new", content: "mine" }, making), { name: "ToolError", message: /You have not read new/ });
  assert.equal(readFileSync(at("new"), "utf8"), "theirs");
});

test("T16: a concurrent write and edits of one file by two of its names each start from the previous result", async (t) => {
  const { write, edit, read, at } = await toolbox(t);
  const names = Array.from({ length: 10 }, (_, index) => `item${index};`);
  symlinkSync("a", at("b"));
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(at("a"), names.join("\n"));
    await read({ path: "a" });
    const edits = names.map((name, index) => edit({ path: index % 2 ? "a" : "b", oldText: name, newText: name.toUpperCase() }));
    await Promise.all([...edits, write({ path: "a", content: [...names, "written"].join("\n") })]);
    // The write replaces earlier edits; no edit may revert the write.
    assert.equal(readFileSync(at("a"), "utf8").toLowerCase(), [...names, "written"].join("\n"));
  }
});

test("T13: preserves encoding, byte order mark and line ends of the old file", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("wide"), Buffer.from("\uFEFFa\r\nb\r\n", "utf16le"));
  writeFileSync(at("marked"), "\uFEFFa\n");
  for (const path of ["wide", "marked"]) await read({ path });
  await write({ path: "wide", content: "x\ny\n" });
  await write({ path: "marked", content: "x\n" });
  assert.equal(readFileSync(at("wide"), "utf16le"), "\uFEFFx\r\ny\r\n");
  assert.equal(readFileSync(at("marked"), "utf8"), "\uFEFFx\n");
});

test("writes content that the old encoding cannot represent as UTF-8", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("old"), Buffer.from("grün", "latin1"));
  await read({ path: "old" });
  await write({ path: "old", content: "1 €" });
  assert.equal(readFileSync(at("old"), "utf8"), "1 €");
});

test("does not write unchanged content, and rejects content above the limit", async (t) => {
  const { write } = await toolbox(t);
  await write({ path: "a", content: "same" });
  assert.match((await write({ path: "a", content: "same" })).text, /nothing was written/);
  await assert.rejects(write({ path: "b", content: "x".repeat(10_000_001) }), { name: "ToolError", message: /too long/ });
});

test("T13: other hard links keep the old content, and the result reports it", async (t) => {
  const { write, read, at } = await toolbox(t);
  writeFileSync(at("a"), "old");
  linkSync(at("a"), at("b"));
  await read({ path: "a" });
  assert.match((await write({ path: "a", content: "new" })).text, /other hard links, which still have the old content/);
  assert.equal(readFileSync(at("b"), "utf8"), "old");
});

test("returns the change as a unified diff for display", async (t) => {
  const { write } = await toolbox(t);
  await write({ path: "a", content: "1\n2\n" });
  const { details } = await write({ path: "a", content: "1\n3\n" });
  assert.deepEqual(details, { path: "a", diff: "--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n", added: 1, removed: 1 });
});

test("T13: rejects a folder and a device", async (t) => {
  const { write } = await toolbox(t);
  await assert.rejects(write({ path: ".", content: "" }), { name: "ToolError", message: /is a folder/ });
  await assert.rejects(write({ path: "/dev/null", content: "" }), { name: "ToolError", message: /device/ });
});

test("requests write permission for the real path", async (t) => {
  const { needs, at } = await toolbox(t);
  assert.deepEqual(await needs(writeTool, { path: "a", content: "" }), [
    { tool: "write", effect: "write", subject: at("a"), inside: true },
  ]);
});

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { toolbox } from "./tool-context.fixture.ts";

test("S2-27: applies several edits of one call in order, each to the result of the previous one", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "one\r\ntwo\r\nthree\r\n");
  await read({ path: "a" });
  const { text, details } = await edit({
    path: "a",
    edits: [
      { oldText: "one", newText: "1" },
      { oldText: "1\ntwo", newText: "1\n2\nzwei" },
      { oldText: "e", newText: "E", replaceAll: true },
    ],
  });
  assert.equal(readFileSync(at("a"), "utf8"), "1\r\n2\r\nzwEi\r\nthrEE\r\n");
  assert.match(text, /^Edited a by 3 edits: 4 lines added, 3 removed\.\n--- a\n\+\+\+ a\n/);
  assert.match(text, /-two\n/);
  assert.equal((details as { readonly added: number }).added, 4);
});

test("applies no edit if one of several fails, and names the failed one", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "one\ntwo\ntwo\n");
  await read({ path: "a" });
  const first = { oldText: "one", newText: "1" };
  await assert.rejects(edit({ path: "a", edits: [first, { oldText: "zzzz", newText: "x" }] }), {
    name: "ToolError",
    message: /^Edit 2 of 2: oldText is not in a \(after the previous edits\)\. Nothing was changed\./,
  });
  await assert.rejects(edit({ path: "a", edits: [first, { oldText: "two", newText: "2" }] }), { message: /^Edit 2 of 2: .*2 times/ });
  await assert.rejects(edit({ path: "a", edits: [first, { oldText: "x", newText: "x" }] }), { message: /^Edit 2 of 2: .*the same/ });
  assert.equal(readFileSync(at("a"), "utf8"), "one\ntwo\ntwo\n");
});

test("writes nothing if the edits together change nothing", async (t) => {
  const { read, edit, at, entries } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  await read({ path: "a" });
  const before = entries().length;
  const there = { oldText: "one", newText: "two" };
  const { text } = await edit({ path: "a", edits: [there, { oldText: "two", newText: "one" }] });
  assert.match(text, /do not change a; nothing was written/);
  assert.equal(entries().length, before);
});

test("rejects one edit together with a list of edits, and an edit without its new text", async (t) => {
  const { edit } = await toolbox(t);
  const one = { oldText: "a", newText: "b" };
  await assert.rejects(edit({ path: "a", ...one, edits: [one] }), { name: "ToolError", message: /not both/ });
  await assert.rejects(edit({ path: "a", oldText: "a" }), { name: "ToolError", message: /newText is missing/ });
});

test("a tolerant match replaces a string that differs only in white space, and the result reports it", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a.py"), "def f():\n\tif x:\n\t\treturn 1  \n\ndef g():\n\tpass\n");
  await read({ path: "a.py" });
  const { text } = await edit({
    path: "a.py",
    oldText: "    if x:\n        return 1",
    newText: "    if x:\n        return 1\n    return 2",
  });
  assert.equal(readFileSync(at("a.py"), "utf8"), "def f():\n\tif x:\n\t\treturn 1  \n\treturn 2\n\ndef g():\n\tpass\n");
  assert.match(
    text,
    /^Edited a\.py at line 2\. Lines 2 to 3 are oldText except for white space \(indentation: 1 tab, not 4 spaces; white space at the ends of lines\)\./,
  );
});

test("an edit matches text that an earlier edit inserted, and text that an earlier edit duplicated is ambiguous", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "one\ntwo\n");
  await read({ path: "a" });
  const twice = { oldText: "one", newText: "two" };
  await assert.rejects(edit({ path: "a", edits: [twice, { oldText: "two", newText: "2" }] }), {
    message: /^Edit 2 of 2: oldText is in a \(after the previous edits\) 2 times, at lines 1, 2\./,
  });
  assert.equal(readFileSync(at("a"), "utf8"), "one\ntwo\n");
  await edit({
    path: "a",
    edits: [
      { oldText: "one", newText: "three" },
      { oldText: "three\ntwo", newText: "four" },
    ],
  });
  assert.equal(readFileSync(at("a"), "utf8"), "four\n");
});

test("rejects replaceAll next to edits: it belongs to each of them", async (t) => {
  const { edit } = await toolbox(t);
  const edits = [{ oldText: "a", newText: "b" }];
  await assert.rejects(edit({ path: "a", edits, replaceAll: true }), { name: "ToolError", message: /or edits, not both/ });
});

test("a tolerant match fails if two places match, and the error describes the difference", async (t) => {
  const { read, edit, at } = await toolbox(t);
  const text = "if a:\n    x = 1\nif b:\n        x = 1\n";
  writeFileSync(at("a.py"), text);
  await read({ path: "a.py" });
  await assert.rejects(edit({ path: "a.py", oldText: "\tx = 1", newText: "\tx = 2" }), {
    message: /not in a\.py[^]*line 2 is indented with 4 spaces, not with 1 tab/,
  });
  assert.equal(readFileSync(at("a.py"), "utf8"), text);
});

test("T13: a tolerant match preserves line ends", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "{\r\n  a,  \r\n  b\r\n}\r\n");
  await read({ path: "a" });
  await edit({ path: "a", oldText: "a,\nb\n", newText: "a,\nb,\nc\n" });
  assert.equal(readFileSync(at("a"), "utf8"), "{\r\n  a,  \r\n  b,\r\n  c\r\n}\r\n");
});

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { editText } from "./edit-text.ts";
import { toolbox } from "./tool-context.fixture.ts";

const edited = (original: string, oldText: string, newText: string, replaceAll = false) =>
  editText(original, { oldText, newText, replaceAll }, "a");

const MILLION = 1_000_000;
const a10 = "a".repeat(10 * MILLION);
const lines = Array.from({ length: 100_000 }, (_, at) => `const value${at} = compute(${at});`).join("\n");

test("reports that a string of a megabyte is not in ten megabytes of repetitive text", async () => {
  for (const [original, oldText] of [
    [a10, `b${"a".repeat(MILLION)}`],
    [a10, `${"a".repeat(MILLION)}b`],
    ["x\n".repeat(100_000), `${"x\n".repeat(50_000)}y\n`],
    ["x\n".repeat(100_000), `  x\n${"x\n".repeat(50_000)}y`],
    [lines, `${"\n".repeat(MILLION)}x`],
    [lines, lines.slice(MILLION).replaceAll("const", "let")],
    [`${"é".repeat(MILLION)}\n`.repeat(5), "é".repeat(MILLION / 2) + "e".repeat(MILLION / 2)],
  ] as const) {
    await assert.rejects(edited(original, oldText, "new"), (error: Error) => {
      assert.match(error.message, /^oldText is not in a\. Nothing was changed\./);
      assert.ok(error.message.length < 10_000, `${error.message.length} characters`);
      return true;
    });
  }
});

test("lists the first matches of a string with many matches", async () => {
  await assert.rejects(edited(a10, "a".repeat(MILLION), "b"), { message: /is in a 1000 times or more, at lines 1, 1, .* and more\./ });
});

test("replaces 100,000 matches at once, and rejects a result above the file limit", async () => {
  const { text, places } = await edited("ab\r\n".repeat(100_000), "b\n", "c\nd\n", true);
  assert.deepEqual([places, text === "ac\r\nd\r\n".repeat(100_000)], [100_000, true]);
  await assert.rejects(edited(a10, "a", "b", true), { name: "ToolError", message: /more than 100000 times\. Nothing was changed/ });
  await assert.rejects(edited("a\n".repeat(1000), "a", "b".repeat(MILLION), true), { message: /larger than 50000000 bytes/ });
});

test("gives up a tolerant match over 50,000 changed lines, and reports it", async () => {
  const many = (word: string, indent: string) => Array.from({ length: 50_000 }, (_, at) => `${indent}${word}${at}`).join("\n");
  await assert.rejects(edited(many("old", "\t"), many("old", "  "), many("new", "  ")), { message: /is indented with 1 tab, not with 2/ });
});

test("shows the differing part of a long line", async () => {
  const line = "word ".repeat(100_000);
  await assert.rejects(edited(`start\n${line}here\nend`, `start\n${line}there\nend`, "x"), {
    message: /it is … "[^"]{0,200}word here", not … "[^"]{0,200}word there"/,
  });
});

test("does not match quotes and accents that only look alike, and reports them", async () => {
  await assert.rejects(edited("say(“hi”)\n", 'say("hi")\n', "x"), { message: /differs in quotes, dashes or spaces that look the same/ });
  await assert.rejects(edited("cafe\u0301 au lait\n", "caf\u00e9 au lait\n", "x"), {
    message: /differs in its Unicode normalization/,
  });
});

test("T13: writes half of a surrogate pair to no file", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a"), "x😀y");
  await read({ path: "a" });
  await assert.rejects(edit({ path: "a", oldText: "\uD83D", newText: "z" }), {
    name: "ToolError",
    message: /no bytes for some characters/,
  });
  await assert.rejects(edit({ path: "a", oldText: "x", newText: "\uDE00" }), {
    name: "ToolError",
    message: /no bytes for some characters/,
  });
  assert.equal(readFileSync(at("a"), "utf8"), "x😀y");
});

test("T13: over random files a tolerant match changes no byte outside of the matching lines", async () => {
  const end = fc.constantFrom("\n", "\r\n");
  const line = fc.tuple(fc.constantFrom("", "  ", "\t", "\t\t"), fc.constantFrom("a", "é", "😀", ""), fc.constantFrom("", " ", "\t"), end);
  const text = fc.array(line, { maxLength: 6 }).map((all) => all.map((parts) => parts.join("")).join(""));
  await fc.assert(
    fc.asyncProperty(text, text, end, fc.constantFrom("", "\n", "\r\n"), async (head, tail, inner, last) => {
      const after = tail === "" ? last : inner + tail;
      const { text: result } = await edited(`${head}\tkey  ${inner}\t\tmore${after}`, "  key\n    more", "  key\n    else\n  end");
      assert.ok(result.startsWith(`${head}\tkey  ${inner}\t\telse`) && result.endsWith(`\tend${after}`), JSON.stringify(result));
    }),
  );
});

test("T12: does not edit a file that a command has changed since it was read", async (t) => {
  const { read, edit, bash, at } = await toolbox(t);
  writeFileSync(at("a"), "one\n");
  await read({ path: "a" });
  await bash({ command: "sed -i s/one/eno/ a" });
  await assert.rejects(edit({ path: "a", oldText: "e", newText: "E" }), {
    message: /a has changed since you read it\. Nothing was written/,
  });
  assert.equal(readFileSync(at("a"), "utf8"), "eno\n");
});

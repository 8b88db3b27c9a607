import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCallArguments } from "./parse-call-arguments.ts";

test("parses JSON arguments, repairs nearly valid JSON to an object, and leaves other strings unchanged", async () => {
  for (const [text, value] of [
    ["", {}],
    [" \n", {}],
    ['{"a":1}', { a: 1 }],
    ["[1]", [1]],
    ["{'a': 'b',", { a: "b" }],
    ['{"path": "a.txt", "content": "whole"', { path: "a.txt", content: "whole" }],
    ['{"a": "it\'s", b: \'say "hi"\'}', { a: "it's", b: 'say "hi"' }],
    ['{"a": "say "hi" now"}', { a: 'say "hi" now' }],
    ["ls -la", "ls -la"],
  ] as const)
    assert.deepEqual(await parseCallArguments(text), value, text);
});

test("P14, P18: arguments that end inside a string stay a string, and are not executed by half", async () => {
  for (const text of [
    '{"path": "a.txt", "content": "cut of',
    '{"path": "a.txt", "content": "',
    '{"path": "a.txt", "content": "a \\"quote\\" and a \\',
    '{"command": "ec',
    "{'command': 'rm -rf build",
    '{"edits": [{"old": "a", "new": "b"}, {"old": "c',
    '{"path": "a.txt", "cont',
  ])
    assert.equal(await parseCallArguments(text), text);
});

test("truncated arguments never contain a string that the complete ones lack", async () => {
  const whole = { path: "src/a b.ts", edits: [{ old: 'say "hi"\n', new: "it's, [done] {x: 'y'}" }], note: "a: \\" };
  const texts = (value: unknown): readonly unknown[] =>
    typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)]) : [value];
  const original = new Set(texts(whole));
  const json = JSON.stringify(whole);
  for (let length = 1; length < json.length; length += 1) {
    const read = await parseCallArguments(json.slice(0, length));
    if (typeof read === "string") continue;
    assert.deepEqual(
      texts(read).filter((text) => text !== null && !original.has(text)),
      [],
      json.slice(0, length),
    );
  }
});

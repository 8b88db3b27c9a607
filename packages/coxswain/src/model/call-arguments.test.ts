import assert from "node:assert/strict";
import { test } from "node:test";
import { callArguments } from "./call-arguments.ts";

test("arguments are read as JSON, nearly JSON is mended to an object, and what is none stays a text", async () => {
  for (const [text, value] of [
    ["", {}],
    [" \n", {}],
    ['{"a":1}', { a: 1 }],
    ["[1]", [1]],
    ["{'a': 'b',", { a: "b" }],
    ['{"path": "a.txt", "content": "cut of', { path: "a.txt", content: "cut of" }],
    ["ls -la", "ls -la"],
  ] as const)
    assert.deepEqual(await callArguments(text), value, text);
});

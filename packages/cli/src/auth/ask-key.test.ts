import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY_LINE, type HiddenLine, applyKeys } from "./ask-key.ts";

const type = (...keys: readonly string[]): HiddenLine => keys.reduce(applyKeys, EMPTY_LINE);

test("completes a typed or pasted line on Enter", () => {
  assert.deepEqual(type("s", "k", "-1"), { text: "sk-1", state: "typing" });
  assert.deepEqual(type("sk-1", "\r"), { text: "sk-1", state: "done" });
  assert.deepEqual(type("\u001b[200~sk-1\u001b[201~", "\n"), { text: "sk-1", state: "done" });
});

test("deletes a character or the whole line", () => {
  assert.equal(type("sk-12", "\u007f", "\b").text, "sk-");
  assert.equal(type("wrong", "\u0015", "right").text, "right");
  assert.equal(type("\u007f").text, "");
});

test("ignores arrows and other keys", () => {
  assert.equal(type("a\u001b[Db\u001bOA\u001b[1;5C\tc").text, "abc");
});

test("cancels on Ctrl+C, and on Ctrl+D with an empty line", () => {
  assert.deepEqual(type("sk", "\u0003"), { text: "", state: "cancelled" });
  assert.deepEqual(type("\u0004"), { text: "", state: "cancelled" });
  assert.deepEqual(type("sk", "\u0004"), { text: "sk", state: "typing" });
});

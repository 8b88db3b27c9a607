import assert from "node:assert/strict";
import { test } from "node:test";
import { continuedRows } from "./continued-rows.ts";

test("rows continue after the printed ones", () => {
  assert.deepEqual(continuedRows(["one", "two"], ["one", "\u001b[1mtwo\u001b[22m", "three"]), ["three"]);
});

test("if printed rows have changed, the rows continue after as many letters", () => {
  assert.deepEqual(continuedRows(["one **two"], ["one two three", "four"]), ["three", "four"]);
  assert.deepEqual(continuedRows(["**one two", "three"], ["one two three", "four"]), ["four"]);
  assert.deepEqual(continuedRows(["one"], ["", "one two"]), ["two"]);
  assert.deepEqual(continuedRows(["**世界"], ["世界人"]), ["人"]);
});

test("if only marks are printed, the rows continue after as many rows", () => {
  assert.deepEqual(continuedRows(["**"], ["", "one"]), ["one"]);
});

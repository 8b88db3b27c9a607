import assert from "node:assert/strict";
import { test } from "node:test";
import { mouseEvent } from "./mouse.ts";

test("parses presses, drags and releases of the left button, and the wheel", () => {
  assert.deepEqual(mouseEvent("\u001b[<0;1;2M"), { kind: "press", row: 1, column: 0 });
  assert.deepEqual(mouseEvent("\u001b[<32;300;2M"), { kind: "drag", row: 1, column: 299 });
  assert.deepEqual(mouseEvent("\u001b[<0;1;2m"), { kind: "release", row: 1, column: 0 });
  assert.deepEqual(mouseEvent("\u001b[<64;1;2M"), { kind: "up", row: 1, column: 0 });
  assert.deepEqual(mouseEvent("\u001b[<81;1;2M"), { kind: "down", row: 1, column: 0 });
});

test("ignores other buttons, and leaves other input alone", () => {
  assert.equal(mouseEvent("\u001b[<2;1;2M"), "ignored");
  assert.equal(mouseEvent("\u001b[<66;1;2M"), "ignored");
  assert.equal(mouseEvent("\u001b[A"), undefined);
  assert.equal(mouseEvent("\u001b[<0;1;2Mx"), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { programMessage } from "./program-message.ts";

test("a message starts in lower case after the program's name, except for a name", () => {
  assert.deepEqual(
    ["The disk is full.\nRetry.", "No key. Try another one.", "Anthropic rejected the key.", "Invalidate it.", "npm failed"].map(
      programMessage,
    ),
    [
      "cox: the disk is full. Retry.",
      "cox: no key. Try another one.",
      "cox: Anthropic rejected the key.",
      "cox: Invalidate it.",
      "cox: npm failed",
    ],
  );
});

test("escapes control characters of a message", () => {
  assert.equal(programMessage("\u001b[31mred"), "cox: \\x1b[31mred");
});

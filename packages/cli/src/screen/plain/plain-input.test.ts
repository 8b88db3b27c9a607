import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PlainInput } from "./plain-input.ts";

/** Returns the messages that this input makes. */
const messagesOf = (...typed: readonly string[]): readonly string[] => {
  const input = new PlainInput();
  return typed.flatMap((text) => {
    const message = input.take(text);
    return message.kind === "message" ? [message.text] : [];
  });
};

test("a line is a message", () => {
  assert.deepEqual(messagesOf("one", "  two"), ["one", "  two"]);
});

test("a backslash at the end of a line continues it, and two backslashes do not", () => {
  assert.deepEqual(messagesOf("one\\", "two\\", "", "three"), ["one\ntwo\n", "three"]);
  assert.deepEqual(messagesOf("C:\\\\", "next"), ["C:\\\\", "next"]);
});

test("lines between triple quotes are one message, however they arrive", () => {
  assert.deepEqual(messagesOf('"""', "  one\\", "", "two", '"""', "three"), ["  one\\\n\ntwo", "three"]);
  assert.deepEqual(messagesOf('"""one', 'two"""'), ["one\ntwo"]);
  assert.deepEqual(messagesOf('"""one"""'), ["one"]);
  assert.deepEqual(messagesOf('"""\none\ntwo', '"""'), ["one\ntwo"]);
});

test("lines that arrive together are one message", () => {
  assert.deepEqual(messagesOf("one\n  two\n\nthree"), ["one\n  two\n\nthree"]);
});

test("a begun message can be discarded", () => {
  const input = new PlainInput();
  assert.equal(input.clear(), false);
  input.take('"""one');
  assert.ok(input.isOpen);
  assert.equal(input.clear(), true);
  assert.deepEqual(input.take("two"), { kind: "message", text: "two" });
});

test("whatever lines are between triple quotes, they are the message", () => {
  const line = fc.string().filter((text) => !text.includes('"""') && !text.includes("\n"));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      assert.deepEqual(messagesOf('"""', ...lines, '"""'), [lines.join("\n")]);
    }),
  );
});

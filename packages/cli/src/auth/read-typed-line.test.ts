import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { ProcessContext } from "../process/index.ts";
import { readTypedLine, type TypedLine } from "./read-typed-line.ts";

/** Reads a line of keys that arrive one after another. Returns it with the shown text. */
const read = async (...keys: readonly string[]): Promise<{ readonly line: TypedLine | undefined; readonly shown: string }> => {
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => stdin }) as unknown as ProcessContext["stdin"] & PassThrough;
  let shown = "";
  const line = readTypedLine(
    stdin,
    (text) => (shown += text),
    () => (shown += "? "),
    new AbortController().signal,
  );
  for (const key of keys) {
    stdin.write(key);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  return { line: await line, shown };
};

test("shows typed characters, and removes deleted ones", async () => {
  const { line, shown } = await read("1", "2", "\u007f", "世", "\u007f", "\r");
  assert.deepEqual(line, { text: "1", isPasted: false });
  assert.equal(shown, "? 12\b \b世\b \b\b \b");
});

test("shows no paste, also with an Enter or with the marks of a terminal", async () => {
  for (const keys of [["sk-1234567890abcdef", "\r"], ["sk-1234567890abcdef\r"], ["\u001b[200~sk-1234567890abcdef\u001b[201~", "\r"]]) {
    const { line, shown } = await read(...keys);
    assert.deepEqual(line, { text: "sk-1234567890abcdef", isPasted: true });
    assert.equal(shown, "? (pasted, hidden)");
  }
});

test("Ctrl+C cancels the line", async () => {
  assert.equal((await read("1", "\u0003")).line, undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { mentions, withoutEscapes } from "./mentions.ts";

const paths = (task: string): readonly (readonly string[])[] =>
  mentions(task).map(({ readings }) =>
    readings.map(({ path, lines }) => (lines === undefined ? path : `${path} lines ${lines.first} to ${lines.last}`)),
  );

test("finds files at the start of a word, quoted or not, each once", () => {
  assert.deepEqual(paths('@a.ts and (@src/b.ts) or @"my file.txt" and @a.ts'), [["a.ts"], ["src/b.ts)", "src/b.ts"], ["my file.txt"]]);
});

test("returns a path with and without trailing punctuation", () => {
  assert.deepEqual(paths("see @README.md. Or @what?!"), [
    ["README.md.", "README.md"],
    ["what?!", "what"],
  ]);
});

test("returns a range of lines after a path, which may also be the file's name", () => {
  assert.deepEqual(paths('see @a.ts:10-20, @"my file.txt":3 and @b:7'), [
    ["a.ts:10-20,", "a.ts:10-20", "a.ts lines 10 to 20"],
    ["my file.txt:3", "my file.txt lines 3 to 3"],
    ["b:7", "b lines 7 to 7"],
  ]);
  assert.deepEqual(paths("at @a.ts:10-20-30 and @a.ts:x"), [["a.ts:10-20-30"], ["a.ts:x"]]);
  assert.deepEqual(paths('see @a.ts#L10, @a.ts#L10-20, @"my file.txt"#L3-L4 and @a.ts#10'), [
    ["a.ts#L10,", "a.ts#L10", "a.ts lines 10 to 10"],
    ["a.ts#L10-20,", "a.ts#L10-20", "a.ts lines 10 to 20"],
    ["my file.txt#L3-L4", "my file.txt lines 3 to 4"],
    ["a.ts#10"],
  ]);
});

test("ignores addresses, a lone @ and an escaped @", () => {
  assert.deepEqual(paths("me@example.org, @ home, \\@types/node"), []);
  assert.equal(withoutEscapes("use \\@types/node and a\\@b"), "use @types/node and a\\@b");
});

test("rejects a quote that is not closed on its line", () => {
  const message = 'unclosed quote: @"x y. Close it after the file name, or write \\@ for a literal @';
  for (const task of ['read @"x y', '(@"x y\n" and more', '@"a b" @"x y'])
    assert.throws(() => mentions(task), { name: "UsageError", message });
  for (const task of ['\\@"x y', 'me@"x y', '@"x y"', 'say "hello @home']) mentions(task);
});

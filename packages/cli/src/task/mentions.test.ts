import assert from "node:assert/strict";
import { test } from "node:test";
import { mentions, withoutEscapes } from "./mentions.ts";

const paths = (task: string): readonly (readonly string[])[] =>
  mentions(task).map(({ path, shorter }) => (shorter === undefined ? [path] : [path, shorter]));

test("finds files at the start of a word, quoted or not, each once", () => {
  assert.deepEqual(paths('@a.ts and (@src/b.ts) or @"my file.txt" and @a.ts'), [["a.ts"], ["src/b.ts)", "src/b.ts"], ["my file.txt"]]);
});

test("returns a path with and without trailing punctuation", () => {
  assert.deepEqual(paths("see @README.md. Or @what?!"), [
    ["README.md.", "README.md"],
    ["what?!", "what"],
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

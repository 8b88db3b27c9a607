import assert from "node:assert/strict";
import { test } from "node:test";
import { mentions, withoutEscapes } from "./mentions.ts";

const paths = (task: string): readonly (readonly string[])[] =>
  mentions(task).map(({ path, shorter }) => (shorter === undefined ? [path] : [path, shorter]));

test("files are named at the start of a word, quoted or not, each once", () => {
  assert.deepEqual(paths('@a.ts and (@src/b.ts) or @"my file.txt" and @a.ts'), [["a.ts"], ["src/b.ts)", "src/b.ts"], ["my file.txt"]]);
});

test("the mark that ends a sentence may or may not belong to the name", () => {
  assert.deepEqual(paths("see @README.md. Or @what?!"), [
    ["README.md.", "README.md"],
    ["what?!", "what"],
  ]);
});

test("addresses, a lone @ and what a backslash escapes name no file", () => {
  assert.deepEqual(paths("me@example.org, @ home, \\@types/node"), []);
  assert.equal(withoutEscapes("use \\@types/node and a\\@b"), "use @types/node and a\\@b");
});

test("a file whose quote is not closed in its line is not passed over", () => {
  const message = 'unclosed quote: @"x y. Close it after the file name, or write \\@ for a literal @';
  for (const task of ['read @"x y', '(@"x y\n" and more', '@"a b" @"x y'])
    assert.throws(() => mentions(task), { name: "UsageError", message });
  for (const task of ['\\@"x y', 'me@"x y', '@"x y"', 'say "hello @home']) mentions(task);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tolerantMatch } from "./tolerant-match.ts";

const FILE = "class A {\n    one() {\n        return 1;   \n    }\n\n    two() {\n        return 2;\n    }\n}\n";

const replaced = async (text: string, requested: string, replacement: string) => {
  const match = await tolerantMatch(text, requested, replacement);
  if (match === undefined) return undefined;
  assert.equal(text.slice(match.at, match.at + match.before.length), match.before);
  return text.slice(0, match.at) + match.after + text.slice(match.at + match.before.length);
};

test("unchanged lines keep their white space, and new lines get the surrounding indentation", async () => {
  const result = await replaced(FILE, "one() {\n    return 1;\n}\n", "one() {\n    log();\n    return 1;\n}\n");
  assert.equal(result, FILE.replace("        return 1;", "        log();\n        return 1;"));
});

test("converts an indentation that is deeper than the file's", async () => {
  const result = await replaced("a\n  b\nc\n", "    a\n      b", "    a\n      x\n");
  assert.equal(result, "a\n  x\n\nc\n");
});

test("converts tabs to spaces if the file uses spaces", async () => {
  assert.equal(await replaced("f:\n  a\n    b\n", "\ta\n\t\tb", "\ta\n\t\tc\n\t\t\td"), "f:\n  a\n    c\n      d\n");
});

test("rejects ambiguous matches: two places, or an indentation without a rule", async () => {
  assert.equal(await replaced("  a\nx\n\ta\n", "a ", "b"), undefined);
  assert.equal(await replaced("  a\n       b\n", "a\n  b", "c\n  d"), undefined);
  assert.equal(await replaced("\ta\n", "    a", "      b"), undefined, "6 spaces do not equal tabs of 4");
});

test("does not match white space alone or other words", async () => {
  assert.equal(await replaced("a\n\nb\n", "  \n ", "x"), undefined);
  assert.equal(await replaced("a\n", " A", "x"), undefined);
});

test("matches the last line of a file without a final newline, and adds none", async () => {
  assert.equal(await replaced("a\n  b", "b\n", "c\n"), "a\n  c");
});

test("changes only the replaced lines of random strings", async () => {
  const word = fc.constantFrom("a", "b", "c", "d");
  const line = fc.tuple(fc.constantFrom("", "  ", "    ", "\t"), word, fc.constantFrom("", " ")).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 5 }), async (head, tail) => {
      const text = [...head, "  key  ", "    more", ...tail].join("\n");
      const result = await replaced(text, "key\n  more", "key\n  else");
      assert.equal(result, [...head, "  key  ", "    else", ...tail].join("\n"));
    }),
  );
});

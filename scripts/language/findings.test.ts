import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { findingsIn, formatFinding } from "./findings.ts";

const phrases = (source: string, path = "a.ts"): readonly string[] =>
  findingsIn(path, source).map(({ line, phrase }) => `${line} ${phrase}`);

suite("comments", () => {
  test("reports an opener with the line and the replacement", () => {
    assert.deepEqual(findingsIn("a.ts", "\n/** What a run costs. */\nexport const a = 1;").map(formatFinding), [
      'a.ts:2: "What": write the noun that is meant',
    ]);
  });

  test("reports an opener after a tag", () => {
    assert.deepEqual(phrases("/**\n * Reads.\n * @param name whose file it is\n * @returns what it contains\n */"), ["3 whose", "4 what"]);
  });

  test("allows the words inside a sentence and in a question", () => {
    assert.deepEqual(phrases("/** Reports whether it ran. */\n// Why not a set? It would lose the order."), []);
  });

  test("finds a phrase across the lines of a comment", () => {
    assert.deepEqual(phrases("/**\n * A name that has\n * to be unique.\n */\n// The model is\n// told once."), [
      "2 has to be",
      "5 is told",
    ]);
  });

  test("checks the opener of consecutive line comments once", () => {
    assert.deepEqual(phrases("// A list of\n// what follows.\n\n// What follows."), ["4 What"]);
  });

  test("ignores code in a comment", () => {
    assert.deepEqual(phrases("/** Calls `told` and {@link nobody}. */"), []);
  });
});

suite("strings", () => {
  test("checks strings and templates", () => {
    assert.deepEqual(phrases('export const a = ["It goes on.", `${1} of them\nare told`];'), ["1 goes on", "2 are told"]);
  });

  test("ignores single words, the sources of imports and regular expressions", () => {
    assert.deepEqual(phrases('import { a } from "./told of.ts";\nexport const b = [a, "nobody", /is told/];'), []);
  });

  test("checks the opener of a test's name after its numbers", () => {
    assert.deepEqual(phrases('test("S1-25, T3: what is read", () => {});\nrun("what else");'), ["1 what"]);
  });
});

suite("names", () => {
  test("reports declared names by their words", () => {
    assert.deepEqual(
      phrases("const toldOf = 1;\nfunction a({ b: said }: B, [kept]: C) {}\ninterface D { nobody: E }\nclass F { heard() {} }"),
      ["1 told", "2 said", "2 kept", "3 nobody", "4 heard"],
    );
  });

  test("ignores uses and shorthands: their declaration is reported", () => {
    assert.deepEqual(phrases("const { told } = a;\nb(a.said, told);"), []);
  });

  test("reports a forbidden whole name in a file without other findings, but not as a part of a name", () => {
    assert.deepEqual(phrases("const known = 1;"), ["1 known"]);
    assert.deepEqual(phrases("const knownKeys = 1;"), []);
  });

  test("reports a file's name", () => {
    assert.deepEqual(phrases("", "log/told-of.test.ts"), ["1 told"]);
  });
});

suite("Markdown", () => {
  test("checks paragraphs, items and tables", () => {
    assert.deepEqual(phrases("What follows.\n\n- Of the rest,\n  it goes\n  on.\n\n| a | What is told |\n", "a.md"), [
      "1 What",
      "3 Of",
      "4 goes on",
      "7 is told",
    ]);
  });

  test("ignores names of tests, which link to their files", () => {
    assert.deepEqual(phrases("| x | [what is told](a/b.test.ts), [what is told](c.md) |\n", "a.md"), ["1 is told"]);
  });

  test("ignores code, addresses and questions", () => {
    assert.deepEqual(
      phrases("# What follows\n\n```\nWhat is told\n```\n`told` and [a](told.md) in <b>.\n\nWhat follows? A list.\n", "a.md"),
      [],
    );
  });
});

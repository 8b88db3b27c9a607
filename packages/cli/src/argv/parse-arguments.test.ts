import assert from "node:assert/strict";
import { test } from "node:test";
import type { OptionTable } from "./option.ts";
import { parseArguments } from "./parse-arguments.ts";
import { UnknownNameError, UsageError } from "./usage-error.ts";

const TABLE = {
  model: { short: "m", value: "REF", help: "" },
  yes: { short: "y", help: "" },
  allow: { value: "TOOL", repeatable: true, help: "" },
  note: { value: "TEXT", mayBeEmpty: true, help: "" },
  turns: { value: "N", count: true, help: "" },
  resume: { short: "r", value: "ID", valueOptional: true, help: "" },
  format: { value: "F", choices: ["text", "json"], help: "" },
} as const satisfies OptionTable;

const parse = (...argv: readonly string[]) => parseArguments(argv, TABLE);

test("parses options before, between and after words, long or short, with or without =", () => {
  const expected = { values: { model: "a/b", yes: true, turns: 3 }, positionals: ["do", "it"] };
  assert.deepEqual(parse("-m", "a/b", "-y", "do", "it", "--turns", "3"), expected);
  assert.deepEqual(parse("do", "--model=a/b", "--yes", "it", "--turns=3"), expected);
  assert.deepEqual(parse("do", "it", "-ym", "a/b", "--turns", "3"), expected);
});

test("collects the values of a repeatable option and takes the last of others", () => {
  assert.deepEqual(parse("--allow", "a", "--allow=b", "-m", "x", "-m", "y").values, { allow: ["a", "b"], model: "y" });
});

test("takes an option with an optional value without one at the end, and before another option", () => {
  assert.deepEqual(parse("-r"), { values: { resume: true }, positionals: [] });
  assert.deepEqual(parse("do", "--resume", "--yes", "-m", "x"), { values: { resume: true, yes: true, model: "x" }, positionals: ["do"] });
  assert.deepEqual(parse("-yr", "-m", "x").values, { yes: true, resume: true, model: "x" });
  assert.deepEqual(parse("-r", "a1", "--yes").values, { resume: "a1", yes: true });
  assert.throws(() => parse("--resume="), /^UsageError: --resume needs a value: --resume ID$/);
});

test("rejects an empty value unless the option allows it", () => {
  assert.deepEqual(parse("--note", "").values, { note: "" });
});

test("parses no options after --", () => {
  assert.deepEqual(parse("--yes", "--", "--model", "-x"), { values: { yes: true }, positionals: ["--model", "-x"] });
});

test("accepts a value that starts with a dash after =", () => {
  assert.deepEqual(parse("--model=-x").values, { model: "-x" });
});

test("rejects an invalid command line with a usage error that gives the reason", () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["--model"], /^--model needs a value: --model REF$/],
    [["-m", "--yes"], /^-m needs a value: -m REF$/],
    [["--model", ""], /^--model needs a value: --model REF$/],
    [["--turns="], /^--turns needs a value: --turns N$/],
    [["--yes=1"], /^--yes takes no value$/],
    [["--turns", "1.5"], /^--turns must be a whole number, not 1\.5$/],
    [["--format", "xml"], /^--format must be one of text, json, not xml$/],
  ];
  for (const [argv, message] of wrong)
    assert.throws(
      () => parse(...argv),
      (error) => error instanceof UsageError && message.test(error.message),
    );
});

test("names the valid options for an unknown one, and ignores names that all objects inherit", () => {
  for (const argument of ["--modle", "--constructor", "--__proto__", "-z"]) {
    assert.throws(
      () => parse(argument),
      (error) => error instanceof UnknownNameError && error.input === argument && error.candidates.includes("--model"),
    );
  }
});

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
  format: { value: "F", choices: ["text", "json"], help: "" },
} as const satisfies OptionTable;

const parse = (...argv: readonly string[]) => parseArguments(argv, TABLE);

test("options may stand before, between and after words, long or short, with = or without", () => {
  const expected = { values: { model: "a/b", yes: true, turns: 3 }, positionals: ["do", "it"] };
  assert.deepEqual(parse("-m", "a/b", "-y", "do", "it", "--turns", "3"), expected);
  assert.deepEqual(parse("do", "--model=a/b", "--yes", "it", "--turns=3"), expected);
  assert.deepEqual(parse("do", "it", "-ym", "a/b", "--turns", "3"), expected);
});

test("a repeatable option gathers its values; of any other the last one counts", () => {
  assert.deepEqual(parse("--allow", "a", "--allow=b", "-m", "x", "-m", "y").values, { allow: ["a", "b"], model: "y" });
});

test("a value is empty only where an empty text says something", () => {
  assert.deepEqual(parse("--note", "").values, { note: "" });
});

test("after -- nothing is an option", () => {
  assert.deepEqual(parse("--yes", "--", "--model", "-x"), { values: { yes: true }, positionals: ["--model", "-x"] });
});

test("a value may begin with a dash when it is given with =", () => {
  assert.deepEqual(parse("--model=-x").values, { model: "-x" });
});

test("what cannot be followed is a usage error that says why", () => {
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

test("an unknown option is named with those that there are, and names of every object are no options", () => {
  for (const given of ["--modle", "--constructor", "--__proto__", "-z"]) {
    assert.throws(
      () => parse(given),
      (error) => error instanceof UnknownNameError && error.given === given && error.known.includes("--model"),
    );
  }
});

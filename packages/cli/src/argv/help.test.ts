import assert from "node:assert/strict";
import { test } from "node:test";
import { helpText } from "./help.ts";

test("formats usage, lists and options in columns", () => {
  const page = {
    usage: ["cox a", "cox b"],
    about: "Does it.",
    lists: { Commands: { one: "The first.", three: "The third." } },
    options: { model: { short: "m", value: "REF", help: "Which one." }, all: { help: "All." } },
  };
  assert.equal(
    helpText(page, 80),
    `Usage: cox a
       cox b

Does it.

Commands:
  one    The first.
  three  The third.

Options:
  -m, --model REF  Which one.
      --all        All.
`,
  );
});

test("wraps descriptions beside their names, or below them on a narrow screen", () => {
  const page = {
    usage: ["cox a b c d e"],
    about: "Does it in ten words or so.",
    options: { all: { help: "All of the things that there are here." } },
  };
  assert.equal(
    helpText(page, 45),
    `Usage: cox a b c d e

Does it in ten words or so.

Options:
      --all  All of the things that there are
             here.
`,
  );
  assert.equal(
    helpText(page, 20),
    `Usage: cox a b c d e

Does it in ten words
or so.

Options:
      --all
      All of the
      things that
      there are
      here.
`,
  );
});

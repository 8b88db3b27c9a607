import assert from "node:assert/strict";
import { test } from "node:test";
import { helpText } from "./help.ts";

test("formats usage, lists and options in columns", () => {
  const text = helpText({
    usage: ["cox a", "cox b"],
    about: "Does it.",
    lists: { Commands: { one: "The first.", three: "The third." } },
    options: { model: { short: "m", value: "REF", help: "Which one." }, all: { help: "All." } },
  });
  assert.equal(
    text,
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

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { shellWord } from "./shell-word.ts";

test("a text is one word for a shell, whatever is in it", () => {
  for (const text of ["write", "bash(npm test $)", "bash(echo 'it'\\''s' \"$HOME\" `x` !)", "write(/a b/**)", "~", ""]) {
    const word = shellWord(text);
    assert.equal(execFileSync("sh", ["-c", `printf %s ${word ?? ""}`], { encoding: "utf8" }), text);
  }
});

test("what a line cannot show as it is is no word of it", () => {
  for (const text of ["a\nb", "a\u001b[2J", "a\tb"]) assert.equal(shellWord(text), undefined);
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { shellWord } from "./shell-word.ts";

test("quotes any string as one shell word", () => {
  for (const text of ["write", "bash(npm test $)", "bash(echo 'it'\\''s' \"$HOME\" `x` !)", "write(/a b/**)", "~", ""]) {
    const word = shellWord(text);
    assert.equal(execFileSync("sh", ["-c", `printf %s ${word ?? ""}`], { encoding: "utf8" }), text);
  }
});

test("rejects a string that a line cannot show unchanged", () => {
  for (const text of ["a\nb", "a\u001b[2J", "a\tb"]) assert.equal(shellWord(text), undefined);
});

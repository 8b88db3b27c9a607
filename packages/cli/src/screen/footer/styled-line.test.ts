import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeStyledLine } from "./styled-line.ts";

test("keeps styles, and escapes everything else that a terminal interprets", () => {
  assert.equal(escapeStyledLine("\u001b[1;34mmain\u001b[0m ok"), "\u001b[1;34mmain\u001b[0m ok");
  assert.equal(escapeStyledLine("a\u001b[2Jb\u001b]0;title\u0007c\u009bd"), "a\\x1b[2Jb\\x1b]0;title\\x07c\\x9bd");
  assert.equal(escapeStyledLine("a\tb\rc"), "a b\\x0dc");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownName } from "./shown-name.ts";

test("a name is told as it is", () => {
  for (const name of ["a.ts", "src/ä b.ts", 'say "hi"', "日本語", "back\\slash"]) assert.equal(shownName(name), name);
});

test("T9: a name with line ends, escapes or characters that turn text round is quoted", () => {
  assert.equal(shownName("a\nb"), String.raw`"a\nb"`);
  assert.equal(shownName("a\u001b[2Jb"), String.raw`"a\u001b[2Jb"`);
  assert.equal(shownName("a\u009b2J\u007f"), String.raw`"a\u009b2J\u007f"`);
  assert.equal(shownName("cod\u202eexe.ts"), String.raw`"cod\u202eexe.ts"`);
  assert.equal(shownName("a\u{E0041}"), String.raw`"a\udb40\udc41"`);
});

test("T9: whatever a name is, it is told on one line, and what is quoted is the name in JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const shown = shownName(name);
      assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029]/u);
      if (shown !== name) assert.equal(JSON.parse(shown), name);
    }),
  );
});

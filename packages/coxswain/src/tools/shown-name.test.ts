import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownName } from "./shown-name.ts";

test("shows a plain name unchanged", () => {
  for (const name of ["a.ts", "src/ä b.ts", 'say "hi"', "日本語", "back\\slash"]) assert.equal(shownName(name), name);
});

test("T9: quotes a name with line ends, escape sequences or characters that change the text direction", () => {
  assert.equal(shownName("a\nb"), String.raw`"a\nb"`);
  assert.equal(shownName("a\u001b[2Jb"), String.raw`"a\u001b[2Jb"`);
  assert.equal(shownName("a\u009b2J\u007f"), String.raw`"a\u009b2J\u007f"`);
  assert.equal(shownName("cod\u202eexe.ts"), String.raw`"cod\u202eexe.ts"`);
  assert.equal(shownName("a\u{E0041}"), String.raw`"a\udb40\udc41"`);
});

test("T9: every name is on one line, and a quoted name is its JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const shown = shownName(name);
      assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029]/u);
      if (shown !== name) assert.equal(JSON.parse(shown), name);
    }),
  );
});

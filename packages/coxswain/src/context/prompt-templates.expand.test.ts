import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { expandTemplate } from "./prompt-templates.ts";

const expand = (body: string, written = ""): string => expandTemplate({ body }, written);

const CASES: readonly (readonly [string, string, string])[] = [
  ["$1 and $2", "a b c", "a and b"],
  ["$2.", "a", "."],
  ["<$@>", '"a b" c', "<a b c>"],
  ["<$ARGUMENTS>", ' "a b"  c ', '<"a b"  c>'],
  ["${1} ${@} ${ARGUMENTS}", "a b", "a a b a b"],
  ["${1:-x} ${2:-y z} ${3:-}", "a", "a y z "],
  ["${1:-x}", '""', "x"],
  ["${@:2}|${@:2:1}|${@:9}|${@:0:1}|${@:2:0}", "a b c", "b c|b||a|"],
  ["$10 $11", "1 2 3 4 5 6 7 8 9 ten eleven", "ten eleven"],
  ["$0 $100 $x $ $$ ${} ${1 ${@:x} $ARGUMENTSX {$}", "", "$0 $100 $x $ $$ ${} ${1 ${@:x} $ARGUMENTSX {$}"],
  [String.raw`\$1 \${1:-x} \$ARGUMENTS \$5.00 \a`, "a", String.raw`$1 \${1:-x} $ARGUMENTS $5.00 \a`.replace(String.raw`\$`, "$") + "\n\na"],
  ["Nothing.", "", "Nothing."],
  ["Review.", "src/a.ts  now", "Review.\n\nsrc/a.ts  now"],
];

test("S0-62: inserts the arguments at the template's placeholders", () => {
  for (const [body, written, text] of CASES) assert.equal(expand(body, written), text, body);
});

test("S0-62: never expands inserted arguments", () => {
  assert.equal(expand("$1 $2 $@", "$2 $ARGUMENTS $& $` $1 ${1:-x}").startsWith("$2 $ARGUMENTS "), true);
  const parts = fc.array(fc.constantFrom("$1", "$@", "$ARGUMENTS", "${1:-x}", "${@:2}", "$&", "$`", "$$", "$<name>", "text"));
  fc.assert(
    fc.property(parts, (all) => {
      const written = all.join("");
      assert.equal(expand("<$ARGUMENTS>", written), `<${written}>`);
      assert.equal(expand("<$1|$@>", written), `<${written}|${written}>`);
    }),
  );
});

test("for any template and arguments, everything except placeholders stays, in order", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.record({ plain: fc.string({ unit: "binary" }).filter((text) => !/[$\\]/.test(text)) }),
      fc.record({ placeholder: fc.constantFrom("$1", "$2", "$@", "$ARGUMENTS", "${1:-}", "${@:2}", "${@:2:1}") }),
    ),
  );
  fc.assert(
    fc.property(pieces, fc.string({ unit: "binary" }), (all, written) => {
      const text = expand(all.map((piece) => ("plain" in piece ? piece.plain : piece.placeholder)).join(" "), written);
      let from = 0;
      for (const piece of all) {
        if (!("plain" in piece)) continue;
        const at = text.indexOf(piece.plain, from);
        assert.ok(at >= from);
        from = at + piece.plain.length;
      }
    }),
  );
});

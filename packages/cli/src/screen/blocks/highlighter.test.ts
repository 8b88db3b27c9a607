import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { paletteTheme } from "../themes/index.ts";
import { Highlighter, type LineStyler } from "./highlighter.ts";

const LANGUAGES =
  "js ts json python bash c cpp java csharp kotlin scala dart objc go rust ruby swift sql yaml toml ini html xml css scss less diff dockerfile lua perl r powershell proto cmake nginx haskell clojure groovy julia".split(
    " ",
  );

/** A highlighter that has loaded its languages. */
const ready = async (...languages: readonly string[]): Promise<Highlighter> => {
  const highlighter = new Highlighter();
  await highlighter.prepare(languages.map((language) => `\`\`\`${language}\n`).join("\n"));
  return highlighter;
};

const stylerOf = (highlighter: Highlighter, language: string): LineStyler => {
  const styler = highlighter.styler(language, paletteTheme);
  assert.ok(typeof styler === "object", language);
  return styler;
};

// oxlint-disable-next-line no-control-regex -- removes styles
const bare = (row: string): string => row.replaceAll(/\u001b\[\d*m/g, "");

test("styles keywords, names, types, strings, numbers and comments of a line", async () => {
  const styler = stylerOf(await ready("ts"), "ts");
  const { keyword, name, type, string, number, comment } = paletteTheme.syntax;
  const line = styler.next('const a: string = "b" + 12; // why');
  for (const part of [keyword("const"), name("a"), type("string"), string('"b"'), number("12"), comment("// why")])
    assert.ok(line.includes(part), line);
});

test("a comment or a string of several lines is styled to its end", async () => {
  const { comment, string } = paletteTheme.syntax;
  const styler = stylerOf(await ready("ts", "python"), "ts");
  assert.equal(styler.next("/* one"), comment("/* one"));
  assert.equal(styler.next("two */"), comment("two */"));
  const python = stylerOf(await ready("python"), "py");
  python.next('x = """one');
  assert.equal(python.next('two"""'), string('two"""'));
});

test("a language is loaded with its first code, and an unknown one is not highlighted", async () => {
  const highlighter = new Highlighter();
  assert.equal(highlighter.styler("rust,ignore", paletteTheme), "loading");
  await highlighter.prepare("```rust\n");
  assert.equal(typeof highlighter.styler("rs", paletteTheme), "object");
  assert.equal(highlighter.styler("no-such-language", paletteTheme), undefined);
  assert.equal(highlighter.styler("constructor", paletteTheme), undefined);
  assert.equal(highlighter.styler("", paletteTheme), undefined);
});

test("styling a growing line changes no style after it", async () => {
  const highlighter = await ready("ts");
  const [watched, undisturbed] = [stylerOf(highlighter, "ts"), stylerOf(highlighter, "ts")];
  for (const line of ["const a = `one", "two ${b + /* three */ 'c'}", "four`; /* five", "six */ return {", "  x: 1,", "};"]) {
    for (let end = 1; end < line.length; end++) watched.peek(line.slice(0, end));
    assert.equal(watched.next(line), undisturbed.next(line));
  }
});

test("whatever the code and the language, its text is unchanged", async () => {
  const highlighter = await ready(...LANGUAGES);
  const piece = fc.oneof(
    fc.constantFrom("{", "}", "(", ")", "/*", "*/", "//", "#", '"', "'", "`", "${", "<", "</a>", "<<EOF", '"""', "'''", "--", "=", "\\"),
    fc.constantFrom(
      "if",
      "def",
      "class",
      "function",
      "return",
      "fn",
      "let",
      "end",
      "import",
      "0x1f",
      "1.5e3",
      "@a",
      "世界",
      "👩‍👧",
      " ",
      "  ",
    ),
    fc.string({ maxLength: 8 }).map((text) => text.replaceAll("\n", " ")),
  );
  const lines = fc.array(
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), lines, (language, code) => {
      const styler = stylerOf(highlighter, language);
      for (const line of code) {
        const half = line.slice(0, Math.floor(line.length / 2));
        assert.equal(bare(styler.peek(half)), half);
        assert.equal(bare(styler.next(line)), line);
      }
    }),
    { numRuns: 3000 },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { colorlessTheme, paletteTheme, type Theme } from "../themes/index.ts";
import { Highlighter } from "./highlighter.ts";
import { wholeMarkdownRows } from "./markdown-stream.ts";
import { bareRow } from "./rows.ts";

const rowsOf = (text: string, width = 60): readonly string[] => wholeMarkdownRows(text, { width, theme: colorlessTheme }).map(bareRow);

const linked: Theme = { ...colorlessTheme, features: { hyperlinks: true } };

/** Rows of a terminal that opens links, each link as `{address|text}`. */
const linkRows = (text: string, width = 80): readonly string[] =>
  wholeMarkdownRows(text, { width, theme: linked }).map((row) =>
    // oxlint-disable-next-line no-control-regex -- OSC 8
    bareRow(row.replaceAll(/\u001b\]8;;([^\u001b]+)\u001b\\([^]*?)\u001b\]8;;\u001b\\/g, "{$1|$2}")),
  );

test("a line of words has the rows that the parser would give it", () => {
  const word = fc.stringMatching(/^[a-zäß漢語가б0-9]{1,9}[,;:?!.)%-]{0,2}$/u);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.integer({ min: 4, max: 60 }), (words, width) => {
      const text = words.join(" ");
      // The parser renders both paragraphs.
      assert.deepEqual(rowsOf(text, width), rowsOf(`${text}\n\n*x*`, width).slice(0, -2), text);
    }),
  );
});

test("shows nested lists, tasks, quotes and hard line ends", () => {
  assert.deepEqual(rowsOf("1. one\n   - two\n   - three\n2. four\n\n- [x] done\n- [ ] open\n\n> a quote\n> of two lines\n\nend\\\nnext"), [
    "1. one",
    "    - two",
    "    - three",
    "2. four",
    "",
    "- [x] done",
    "- [ ] open",
    "",
    "│ a quote",
    "│ of two lines",
    "",
    "end",
    "next",
  ]);
});

test("a table has borders where its words fit, and is a list of its cells where they do not", () => {
  const table = "| name | explanation |\n|---|---|\n| alpha | the first letter |\n| omega | the last letter |";
  assert.deepEqual(rowsOf(table, 40).slice(0, 3), [
    "┌───────┬──────────────────┐",
    "│ name  │ explanation      │",
    "├───────┼──────────────────┤",
  ]);
  assert.deepEqual(rowsOf(`${table}\n`, 20), [
    "- name: alpha",
    "  explanation: the",
    "  first letter",
    "- name: omega",
    "  explanation: the",
    "  last letter",
  ]);
  for (const width of [20, 25, 40, 300]) for (const row of rowsOf(table, width)) assert.ok(visibleWidth(row) <= width, row);
});

test("a table of many columns loses no cell at 20 columns", () => {
  const cells = Array.from({ length: 8 }, (_, at) => `cell${at}`);
  const row = (words: readonly string[]): string => `| ${words.join(" | ")} |`;
  const text = rowsOf([row(cells.map((_, at) => `h${at}`)), row(cells.map(() => "---")), row(cells)].join("\n"), 20).join(" ");
  for (const cell of cells) assert.ok(text.includes(cell), text);
});

test("T9: a link opens where the terminal can, and its text is followed by where it leads", () => {
  assert.deepEqual(linkRows("[the docs](https://nodejs.org/api/fs.html)"), ["{https://nodejs.org/api/fs.html|the docs} (nodejs.org)"]);
  assert.deepEqual(linkRows("https://nodejs.org/api"), ["{https://nodejs.org/api|https://nodejs.org/api}"]);
  assert.deepEqual(linkRows("[nodejs.org](https://nodejs.org/api)"), ["{https://nodejs.org/api|nodejs.org}"]);
  assert.deepEqual(linkRows("[write](mailto:a@example.com)"), ["{mailto:a@example.com|write} (a@example.com)"]);
  assert.deepEqual(linkRows("[passwords](file:///etc/passwd)"), ["{file:///etc/passwd|passwords} (/etc/passwd)"]);
});

test("T9: a link's text that looks like an address cannot hide another one", () => {
  assert.deepEqual(linkRows("[https://good.example/a](https://evil.example/b)"), [
    "{https://evil.example/b|https://good.example/a} (https://evil.example/b)",
  ]);
  assert.deepEqual(linkRows("[good.example/a](https://good.example/b)"), [
    "{https://good.example/b|good.example/a} (https://good.example/b)",
  ]);
  // The first letter is Cyrillic.
  assert.deepEqual(linkRows("[аpple.com](https://аpple.com/)"), ["{https://xn--pple-43d.com/|аpple.com} (https://xn--pple-43d.com/)"]);
  assert.deepEqual(linkRows("https://аpple.com/"), ["https://аpple.com/"]);
});

test("T9: only http, https, mailto and local files open; every other address is text", () => {
  for (const address of [
    "javascript:alert(1)",
    "data:text/html,x",
    "vscode://file/x",
    "file://host/share",
    "src/main.ts",
    "https://good.example@evil.example/",
    `https://example.com/${"x".repeat(3000)}`,
  ])
    assert.ok(!linkRows(`[x](${address})`, 90).join("").includes("|"), address);
  assert.deepEqual(linkRows("[main](src/main.ts)"), ["main (src/main.ts)"]);
});

test("without links of the terminal, the address follows the text", () => {
  assert.deepEqual(rowsOf("[the docs](https://nodejs.org/api)"), ["the docs (https://nodejs.org/api)"]);
  assert.deepEqual(rowsOf("https://nodejs.org/api"), ["https://nodejs.org/api"]);
});

test("a link that wraps is closed at the end of each row", () => {
  const rows = wholeMarkdownRows("[one two three four five](https://nodejs.org/)", { width: 20, theme: linked });
  assert.ok(rows.length > 1);
  for (const row of rows) assert.equal(row.split("\u001b]8;;\u001b\\").length, row.split("\u001b]8;;https").length, row);
});

test("text with too many or too deep marks for the parser is shown as it is", () => {
  for (const text of ["*a ", "> ", "- ", "1. "].map((mark) => `${mark.repeat(20_000)}x`)) {
    assert.equal(rowsOf(text, 60).join(" ").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
});

test("definitions of links are shown, because other parts of the message do not know them", () => {
  assert.deepEqual(rowsOf("See [a].\n\n[a]: https://example.com"), ["See [a].", "", "[a]: https://example.com"]);
});

test("code is highlighted in a block, and in one within a list", async () => {
  const highlighter = new Highlighter();
  await highlighter.prepare("```ts\n```");
  const keyword = paletteTheme.syntax.keyword("const");
  for (const text of ["```ts\nconst a = 1;\n```", "- one\n  - two\n\n    ```ts\n    const a = 1;\n    ```"]) {
    const rows = wholeMarkdownRows(text, { width: 40, theme: paletteTheme, highlighter });
    assert.ok(
      rows.some((row) => row.includes(keyword)),
      rows.join("\n"),
    );
  }
});

test("code keeps its indentation and its empty lines, without the indentation of its fence", () => {
  assert.deepEqual(rowsOf("  ```py\n  def f():\n\n  \treturn 1\n  ```"), ["py", "def f():", "", "  return 1"]);
});

test("code has its language above it and no fences, also in a list", () => {
  assert.deepEqual(rowsOf("Run:\n\n```\nnpm test\n```\n\nThen:\n\n- this:\n\n  ```sh\n  ls\n  ```\n\n  and\n- that"), [
    "Run:",
    "",
    "code",
    "npm test",
    "",
    "Then:",
    "",
    "- this:",
    "",
    "sh",
    "ls",
    "",
    "  and",
    "- that",
  ]);
  assert.deepEqual(rowsOf("- one\n  - two\n\n    ```ts\n    const a = 1;\n    ```\n\n    more"), [
    "- one",
    "    - two",
    "",
    "      ts",
    "      const a = 1;",
    "",
    "      more",
  ]);
});

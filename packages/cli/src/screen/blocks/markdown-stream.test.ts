import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { colorlessTheme, paletteTheme } from "../themes/index.ts";
import { Highlighter } from "./highlighter.ts";
import { MarkdownStream } from "./markdown-stream.ts";

const WIDTH = 40;
const OPTIONS = { width: WIDTH, theme: colorlessTheme };

/** Feeds the text in pieces; returns all final rows. */
const stream = (text: string, size: number, width = WIDTH): readonly string[] => {
  const rows = new MarkdownStream({ width, theme: colorlessTheme });
  const final: string[] = [];
  for (let end = size; end < text.length; end += size) final.push(...rows.update(text.slice(0, end), false).final);
  final.push(...rows.update(text, true).final);
  return final;
};

// oxlint-disable-next-line no-control-regex -- removes styles
const bare = (rows: readonly string[]): readonly string[] => rows.map((row) => row.replaceAll(/\u001b\[[\d;]*m/g, ""));

const TEXT = `# Title

A paragraph that is longer than the width of the rows here, with **bold words that span a row** in it.

- one
- two
  with more

1. first
2. second

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

The end.`;

test("rows are the same however the text arrives", () => {
  const whole = stream(TEXT, TEXT.length);
  for (const size of [1, 2, 3, 7, 20, 100]) assert.deepEqual(bare(stream(TEXT, size)), bare(whole), `in pieces of ${size}`);
});

test("empty lines between the items of a nested list change no printed row", () => {
  const text = "- top\n  - one\n  - two\n  - three\n\n  - four\n\nEnd.";
  assert.deepEqual(bare(stream(text, 1)), ["- top", "    - one", "", "    - two", "", "    - three", "", "    - four", "", "End."]);
});

test("long quotes, paragraphs, tables and lists have the same rows, whole or in pieces", () => {
  const of = (line: (at: number) => string): string => Array.from({ length: 200 }, (_, at) => line(at)).join("\n");
  const texts = [
    of((at) => `> quoted **line** ${at} with some words`),
    of((at) => `a line ${at} of *one* paragraph with \`code\``),
    `| a | b |\n|---|---|\n${of((at) => `| ${at} | some words of a cell |`)}`,
    `- top\n${of((at) => `  - nested ${at} with some words`)}`,
  ];
  for (const text of texts) assert.deepEqual(bare(stream(text, 70)), bare(stream(text, text.length)), text.slice(0, 30));
});

test("no row is longer than the width", () => {
  for (const row of bare(stream(TEXT, 5))) assert.ok(row.length <= WIDTH, row);
});

test("complete lines of code are final before the code ends", () => {
  const rows = new MarkdownStream(OPTIONS);
  const { final, live } = rows.update("```ts\nconst a = 1;\nconst b", false);
  assert.deepEqual(bare(final), ["ts", "const a = 1;"]);
  assert.deepEqual(bare(live), ["const b"]);
});

test("a growing paragraph has the empty row before it from its first word on", () => {
  const rows = new MarkdownStream(OPTIONS);
  assert.deepEqual(rows.update("One.\n\nTwo", false), { final: ["One."], live: ["", "Two"] });
  assert.deepEqual(rows.update("One.\n\nTwo.", true), { final: ["", "Two."], live: [] });
});

test("lines of code are wrapped, or left whole for the terminal to wrap", () => {
  const code = `const list = [${"1, ".repeat(20)}];`;
  const text = `\`\`\`\n${code}\n\`\`\`\n\nThe end.`;
  assert.deepEqual(
    bare(stream(text, 3)).map((row) => row.length > WIDTH),
    [false, false, false, false, false],
  );
  const { final } = new MarkdownStream({ ...OPTIONS, terminalWrapsCode: true }).update(text, true);
  assert.deepEqual(bare(final), ["code", code, "", "The end."]);
});

test("after a change of the width, the paragraph that is printed in part keeps its width, and the next one has the new width", () => {
  const words = "aaaa bbbb cccc dddd";
  const rows = new MarkdownStream({ ...OPTIONS, width: 10 });
  const final = [...rows.update(`${words} ee`, false).final];
  const text = `${words} ee ff\n\n${words}\n\n`;
  final.push(...rows.update(`${text}- aa`, false, 15).final, ...rows.update(`${text}- ${words}\n`, true, 22).final);
  assert.deepEqual(bare(final), ["aaaa bbbb", "cccc dddd", "ee ff", "", "aaaa bbbb cccc", "dddd", "", `- ${words}`]);
});

test("lines of code wait for their language while they stream, and not once the text is complete", async () => {
  const highlighter = new Highlighter();
  const options = { width: WIDTH, theme: paletteTheme, highlighter };
  const rows = new MarkdownStream(options);
  const text = "```ts\nconst a = 1;\nconst b";
  assert.deepEqual(bare(rows.update(text, false).final), ["ts"]);
  assert.deepEqual(bare(new MarkdownStream(options).update(text, true).final), ["ts", "const a = 1;", "const b"]);
  await highlighter.prepare(text);
  const { final, live } = rows.update(text, false);
  for (const shown of [final, live]) assert.ok(shown[0]?.includes(paletteTheme.syntax.keyword("const")));
});

test("all rows of a paragraph but the last ones are final while it grows", () => {
  const rows = new MarkdownStream({ ...OPTIONS, width: 10 });
  const { final, live } = rows.update("aaaa bbbb cccc dddd ee f", false);
  assert.deepEqual(bare(final), ["aaaa bbbb", "cccc dddd"]);
  assert.deepEqual(bare(live), ["ee f"]);
});

test("a table is final when it is complete", () => {
  const rows = new MarkdownStream(OPTIONS);
  assert.deepEqual(rows.update("| a | b |\n|---|---|\n| 1 | 2 |", false).final, []);
  assert.ok(rows.update("| a | b |\n|---|---|\n| 1 | 2 |\n\nMore", false).final.length > 0);
});

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,9}$/),
  fc.stringMatching(/^[a-z]{1,4}$/).chain((text) => fc.constantFrom(`**${text}**`, `*${text}*`, `_${text}_`, `\`${text}\``, `~~${text}~~`)),
  fc.constantFrom("*.ts", "snake_case_name", "2 * 3", "a<b", "(c)", "[d]", "\\*"),
  fc.constantFrom("[a link](https://example.com/x)", "https://example.com/y", "世界", "👩‍👩‍👧", "שלום"),
);
const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(" "));
const line = fc.oneof(
  words(20),
  words(6).map((text) => `- ${text}`),
  words(6).map((text) => `  - ${text}`),
  words(4).map((text) => `    continued ${text}`),
  words(4).map((text) => `2. ${text}`),
  words(8).map((text) => `> ${text}`),
  words(4).map((text) => `## ${text}`),
  words(2).map((text) => `- [x] ${text}`),
  fc.constantFrom("", "", "", "```", "```ts", "   ```", "> ```", "- ```", "---"),
);
// Its cells stand side by side: the order of its letters depends on the widths of its columns.
const table = fc.constantFrom("| a | b |\n|---|---|\n| one | two |", "a | b\n--|--\nc | d");
const document = fc.array(fc.oneof({ weight: 10, arbitrary: line }, table), { maxLength: 25 }).map((lines) => lines.join("\n"));

test("any text has the same rows, whole or in pieces of any size", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 30 }), fc.constantFrom(20, 40, 90), (text, size, width) => {
      assert.deepEqual(bare(stream(text, size, width)), bare(stream(text, Math.max(1, text.length), width)));
    }),
    { numRuns: 300 },
  );
});

test("no letter is lost or doubled, even where marks make no sense", () => {
  const letters = (rows: readonly string[]): string =>
    bare(rows)
      .join(" ")
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  const piece = fc.oneof(
    line,
    words(3),
    fc.constantFrom("**", "*", "_", "`", "~~", "``", "***", "[", "](", ")", "<", "\n", "\r\n", "  ", "\t", "    ", ">", "- ", "#", "\\"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("", "\n"), fc.integer({ min: 1, max: 30 }), (pieces, between, size) => {
      const text = pieces.join(between);
      assert.equal(letters(stream(text, size, 30)), letters(stream(text, Math.max(1, text.length), 30)));
    }),
    { numRuns: 300 },
  );
});

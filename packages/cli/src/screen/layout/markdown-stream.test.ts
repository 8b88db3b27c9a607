import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { colorlessTheme } from "../themes/index.ts";
import { MarkdownStream } from "./markdown-stream.ts";

const WIDTH = 40;

/** Feeds the text in pieces; returns all final rows. */
const stream = (text: string, size: number): readonly string[] => {
  const rows = new MarkdownStream(WIDTH, colorlessTheme);
  const final: string[] = [];
  for (let end = size; end < text.length; end += size) final.push(...rows.update(text.slice(0, end), false).final);
  final.push(...rows.update(text, true).final);
  return final;
};

// oxlint-disable-next-line no-control-regex -- removes styles
const bare = (rows: readonly string[]): readonly string[] => rows.map((row) => row.replaceAll(/\u001b\[\d*m/g, ""));

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

test("no row is longer than the width", () => {
  for (const row of bare(stream(TEXT, 5))) assert.ok(row.length <= WIDTH, row);
});

test("complete lines of code are final before the code ends", () => {
  const rows = new MarkdownStream(WIDTH, colorlessTheme);
  const { final, live } = rows.update("```ts\nconst a = 1;\nconst b", false);
  assert.deepEqual(bare(final), ["```ts", "  const a = 1;"]);
  assert.deepEqual(bare(live), ["  const b"]);
});

test("all rows of a paragraph but the last one are final while it grows", () => {
  const rows = new MarkdownStream(10, colorlessTheme);
  const { final, live } = rows.update("aaaa bbbb cccc dddd eeee", false);
  assert.deepEqual(bare(final), ["aaaa bbbb", "cccc dddd"]);
  assert.deepEqual(bare(live), ["eeee"]);
});

test("a table is final when it is complete", () => {
  const rows = new MarkdownStream(WIDTH, colorlessTheme);
  assert.deepEqual(rows.update("| a | b |\n|---|---|\n| 1 | 2 |", false).final, []);
  assert.ok(rows.update("| a | b |\n|---|---|\n| 1 | 2 |\n\nMore", false).final.length > 0);
});

test("whatever the text, every word of it is shown, in order and once", () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const line = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
    fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `- ${words.join(" ")}`),
    fc.constantFrom("", "", "```", "```ts"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (lines, size) => {
      const text = lines.join("\n");
      const words = (all: string): readonly string[] => all.match(/[a-z]+/g) ?? [];
      const shown = words(bare(stream(text, size)).join("\n"));
      assert.deepEqual(
        shown.filter((one) => one !== "ts"),
        words(text).filter((one) => one !== "ts"),
      );
    }),
  );
});

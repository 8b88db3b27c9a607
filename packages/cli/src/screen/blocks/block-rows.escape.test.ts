import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import type { AgentActivity, Block, CallBlock, CallState, ViewStatus } from "coxswain/view";
import fc from "fast-check";
import { ACTIVE, CORPUS } from "../../output/escape-corpus.fixture.ts";
import { paletteTheme, type Theme } from "../themes/index.ts";
import { backgroundRows } from "./background-rows.ts";
import { blockDrawing } from "./block-drawing.ts";
import { blockRows } from "./block-rows.ts";
import { Highlighter } from "./highlighter.ts";
import { MarkdownStream } from "./markdown-stream.ts";

const theme: Theme = { ...paletteTheme, features: { hyperlinks: true } };

/** Own sequences: styles (SGR), and links (OSC 8) whose address is ASCII without spaces. */
// oxlint-disable-next-line no-control-regex -- these are the own ones
const OWN = /\u001b\[[\d;]*m|\u001b\]8;;[!-~]*\u001b\\/g;
const SCHEMES = /^(?:https?:|mailto:|file:\/\/\/)/;

const assertSafe = (rows: readonly string[], width: number): void => {
  for (const row of rows) {
    assert.doesNotMatch(row.replaceAll(OWN, ""), ACTIVE);
    assert.doesNotMatch(row, /[\t\n]/);
    assert.ok(visibleWidth(row) <= width, `${visibleWidth(row)} of ${width} columns: ${JSON.stringify(row)}`);
    // oxlint-disable-next-line no-control-regex -- the addresses of links
    for (const [, address = ""] of row.matchAll(/\u001b\]8;;([!-~]+)\u001b\\/g)) assert.match(address, SCHEMES);
  }
};

const piece = fc.oneof(
  fc.constantFrom(...CORPUS),
  fc.constantFrom("世界", "한국어", "e\u0301", "ก็", "👩‍👩‍👧", "🏳️‍🌈", "🇩🇪", "שלום", "مرحبا", "\t", "a\tb", "\n", "\r\n", " ", "  "),
  fc.constantFrom("**", "`", "[", "](", ")", "| a | b |\n|---|---|\n", "```ts\n", "```", "- ", "> ", "# ", "<", ">", "javascript:alert(1)"),
  fc.constantFrom(
    "https://example.com/",
    "file:///etc/passwd",
    "file://host/x",
    "mailto:a@b.c",
    "../x",
    "data:text/html,x",
    "%1b%5d",
    "&#27;",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.stringMatching(/^[a-z]{1,40}$/),
);
const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));
const width = fc.oneof(fc.constantFrom(20, 40, 80, 140, 200, 300), fc.integer({ min: 20, max: 300 }));

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 0, reasoning: 0 };
/** The header of a PNG of 256 by 256 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEA";
const image = fc.record({
  type: fc.constant("image" as const),
  mediaType: fc.oneof(text, fc.constant("image/png")),
  data: fc.oneof(
    text,
    text.map((rest) => PNG + rest),
    fc.constant(PNG),
  ),
  name: text,
});
const origin = { id: "b", at: 0 };

const diff = fc.tuple(text, text, text, fc.boolean()).map(([path, before, after, isGit]) => {
  const lines = (mark: string, all: string): string =>
    all
      .split("\n")
      .map((line) => `${mark}${line}\n`)
      .join("");
  const [old, now] = [before.split("\n").length, after.split("\n").length];
  const head = isGit ? `diff --git a/${path} b/${path}\nrename from ${path}\nold mode ${path}\n` : "";
  return `${head}--- ${path}\n+++ ${path}\n@@ -1,${old} +1,${now} @@\n${lines("-", before)}${lines("+", after)}\\ No newline at end of file\n`;
});

const states: readonly CallState[] = [
  "writing",
  "pending",
  "asking",
  "running",
  "done",
  "failed",
  "denied",
  "unknown_tool",
  "invalid_input",
];
const tools = ["bash", "read", "edit", "apply_patch", "grep", "glob", "ls", "fetch", "download", "todo", "question", "task", "job_output"];

const call = (depth: number): fc.Arbitrary<CallBlock> =>
  fc
    .record({
      kind: fc.constant("call" as const),
      id: fc.constant("c"),
      at: fc.constant(0),
      settled: fc.boolean(),
      message: text,
      call: text,
      tool: fc.oneof(fc.constantFrom(...tools), text),
      input: fc.oneof(
        text,
        fc.record({ path: text, command: text, pattern: text, glob: text, url: text, query: text, input: text, agent: text, job: text }),
        fc.record({
          description: text,
          items: fc.array(fc.record({ content: text, status: text })),
          questions: fc.array(fc.record({ question: text })),
        }),
        fc.dictionary(text, text),
      ),
      state: fc.constantFrom(...states),
      startedAt: fc.constant(0),
      endedAt: fc.constant(5000),
      output: text,
      images: fc.array(image, { maxLength: 1 }),
      exitCode: fc.constantFrom(null, 1),
      agents: depth === 0 ? fc.constant([]) : fc.array(agent(depth - 1), { maxLength: 2 }),
    })
    .map((one): CallBlock => (one.state === "writing" ? { ...one, input: JSON.stringify(one.input) } : one))
    .chain((one) =>
      fc.oneof(
        fc.constant(one),
        diff.map((changes) => ({ ...one, diff: changes })),
      ),
    );

const agent = (depth: number): fc.Arbitrary<AgentActivity> =>
  fc.record({
    agent: text,
    name: text,
    startedAt: fc.constant(0),
    calls: fc.constant(2),
    last: fc.oneof(
      call(depth),
      text.map((all): Block => ({ kind: "text", ...origin, settled: false, message: "m", text: all })),
    ),
  });

const settled = fc.boolean();
const block: fc.Arbitrary<Block> = fc.oneof(
  fc
    .record({ text, source: text, images: fc.array(image, { maxLength: 2 }) })
    .map((one): Block => ({ kind: "user", ...origin, settled: true, ...one })),
  fc.record({ text, images: fc.array(image, { maxLength: 2 }) }).map((one): Block => ({ kind: "user", ...origin, settled: true, ...one })),
  fc.record({ text, settled, message: text }).map((one): Block => ({ kind: "text", ...origin, ...one })),
  fc.record({ text, settled, message: text }).map((one): Block => ({ kind: "reasoning", ...origin, ...one })),
  call(2),
  fc
    .record({ name: text, input: fc.dictionary(text, text), output: text, isError: fc.boolean(), settled, message: text })
    .map((one): Block => ({ kind: "provider", ...origin, ...one })),
  fc
    .record({ command: text, output: text, settled, exitCode: fc.constantFrom(null, 0, 1) })
    .map((one): Block => ({ kind: "shell", ...origin, ...one })),
  fc
    .record({ text, of: fc.constantFrom("conversation" as const, "branch" as const) })
    .map((one): Block => ({ kind: "summary", ...origin, settled: true, ...one })),
  fc
    .array(fc.record({ content: text, status: fc.constantFrom("pending" as const, "in_progress" as const, "completed" as const) }), {
      maxLength: 20,
    })
    .map((items): Block => ({ kind: "todos", ...origin, settled: true, items })),
  fc
    .record({ text, level: fc.constantFrom("info" as const, "warning" as const, "error" as const) })
    .map((one): Block => ({ kind: "notice", ...origin, settled: true, ...one })),
  fc.record({ message: text }).map(({ message }): Block => ({
    kind: "run",
    ...origin,
    settled: true,
    outcome: { kind: "failed", error: { code: "internal", message } },
    endedAt: 1,
    turns: 1,
    toolCalls: 0,
    usage,
    cost: 1,
  })),
);

test("T9: whatever a block contains, its rows have no control characters but own styles and links, and fit the width", async () => {
  const highlighter = new Highlighter();
  await highlighter.prepare("```ts\n```");
  fc.assert(
    fc.property(block, width, fc.boolean(), (one, columns, expanded) => {
      const options = { width: columns, theme, expanded, now: 9000, highlighter };
      assertSafe(blockRows(one, options), columns);
      const space = { protocol: "kitty", mostRows: 5, hint: "elsewhere" } as const;
      const { rows, images } = blockDrawing(one, options, space);
      assertSafe(rows, columns);
      assertSafe(blockDrawing(one, options, { ...space, mostRows: 0 }).rows, columns);
      for (const { data } of images) assert.match(data, /^[A-Za-z0-9+/=]+$/);
    }),
    { numRuns: 1500 },
  );
});

test("T9: a growing answer has no control characters but own styles and links, and fits the width", () => {
  fc.assert(
    fc.property(text, width, fc.integer({ min: 1, max: 9 }), (all, columns, size) => {
      const stream = new MarkdownStream({ width: columns, theme });
      for (let end = size; end < all.length; end += size) {
        const { final, live } = stream.update(all.slice(0, end), false);
        assertSafe([...final, ...live], columns);
      }
      assertSafe(stream.update(all, true).final, columns);
    }),
    { numRuns: 500 },
  );
});

test("T9: work in the background has no control characters but own styles, and fits the width", () => {
  const status = fc.record({
    activity: fc.constant({ kind: "idle" as const }),
    tasks: fc.array(
      fc.record({ id: text, agent: text, name: text, description: text, state: fc.constant("running" as const), begunAt: fc.constant(0) }),
    ),
    jobs: fc.array(fc.record({ id: text, command: text, state: fc.constant("running" as const), begunAt: fc.constant(0) })),
  }) satisfies fc.Arbitrary<Partial<ViewStatus>>;
  fc.assert(
    fc.property(status, call(1), width, (work, last, columns) => {
      assertSafe(
        backgroundRows(work, () => last, { width: columns, theme, now: 9000, most: 4 }),
        columns,
      );
    }),
    { numRuns: 300 },
  );
});

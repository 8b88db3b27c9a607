import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import type { FooterSource } from "./footer/index.ts";
import { openScreen } from "./screen.fixture.ts";
import { steppedModel } from "./stepped-model.fixture.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";
import { Themes } from "./themes/index.ts";

/** Hebrew, Arabic with marks, Thai, emoji of several characters, wide characters, many marks, and a word wider than small screens. */
const TEXTS = [
  "שלום עולם, מה שלומך? ",
  "مَرْحَبًا بِالعَالَم ",
  "สวัสดีชาวโลก ที่นี่ ",
  "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ",
  "日本語のテキスト、全角。",
  `e${"\u0301".repeat(30)} `,
  "Donaudampfschifffahrtsgesellschaftskapitän ",
  "plain words and `code` ",
];

const MARKDOWN = ["", "\n\n", "\n- ", "\n## ", "\n> ", "\n```js\nconst x = 1; // ", "\n```\n", "\n| א | ب |\n|---|---|\n| "];

const KEYS = ["\u001b[A", "\u001b[B", "\u001b[D", "\u007f", "\u0017", "\u000f", "\u001b[Z", "\n"];

type Step =
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number }
  | { readonly kind: "answer" | "type" | "key"; readonly text: string }
  | { readonly kind: "command"; readonly text: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("resize" as const), columns: fc.integer({ min: 20, max: 300 }), rows: fc.integer({ min: 6, max: 100 }) }),
  fc.record({ kind: fc.constant("resize" as const), columns: fc.integer({ min: 20, max: 40 }), rows: fc.integer({ min: 6, max: 12 }) }),
  fc
    .tuple(fc.constantFrom(...MARKDOWN), fc.constantFrom(...TEXTS), fc.integer({ min: 1, max: 6 }))
    .map(([before, text, times]): Step => ({ kind: "answer", text: before + text.repeat(times) })),
  fc.constantFrom(...TEXTS).map((text): Step => ({ kind: "type", text })),
  fc.constantFrom(...KEYS).map((text): Step => ({ kind: "key", text })),
  fc.constantFrom("/keys", "/help", "/theme", "/cost", "/mode nonsense").map((text): Step => ({ kind: "command", text })),
);

const FOOTER: FooterSource = {
  segments: ["title", "branch", "model", "mode", "sandbox", "context", "folder"],
  project: "/",
  version: "1",
  place: () => ({ branch: "סניף/👩‍👩‍👧-日本", sandbox: "required", budget: 1 }),
  refresh: async () => false,
};

/** Rows that a frame draws without wrapping: between the sequences that turn wrapping off and on. */
const tailRows = (written: string): readonly string[] =>
  written
    .split("\u001b[?7l")
    .slice(1)
    .flatMap((part) => (part.split("\u001b[?7h")[0] ?? "").split(/[\r\n]+/))
    .map(stripVTControlCharacters);

test("from 20x6 to 300x100, no row of the tail is wider than the terminal, in any script", async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
    const model = steppedModel();
    const timer = manualTimer();
    const themes = new Themes({ depth: "full" });
    await using scene = await openScreen({ model, timer, themes, footer: FOOTER, columns: 80, rows: 24 });
    const { terminal } = scene;
    let seen = 0;
    const check = async (): Promise<void> => {
      await new Promise((resolve) => void setImmediate(resolve));
      await timer.advance(400);
      for (const row of tailRows(terminal.written.slice(seen)))
        assert.ok(visibleWidth(row) <= terminal.columns, `${visibleWidth(row)} columns of ${terminal.columns}: ${JSON.stringify(row)}`);
      seen = terminal.written.length;
    };
    terminal.type("Begin: שלום 👩‍👩‍👧");
    terminal.press("\r");
    await check();
    for (const one of steps) {
      if (one.kind === "resize") terminal.resize(one.columns, one.rows);
      else if (one.kind === "answer") model.write(one.text);
      else if (one.kind === "key") terminal.press(one.text);
      else if (one.kind === "type") terminal.type(one.text);
      else {
        // Removes the draft.
        terminal.press("\u0015");
        terminal.type(one.text);
        terminal.press("\r");
        await check();
        if (one.text === "/theme") terminal.press("\u001b[B", "\u001b");
      }
      await check();
    }
    model.end();
    await check();
    // oxlint-disable-next-line no-control-regex -- looks for control sequences
    assert.doesNotMatch(terminal.written, /\u001b\[[23]J/);
  });
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
});

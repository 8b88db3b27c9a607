import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openScreen } from "./screen.fixture.ts";
import { steppedModel } from "./stepped-model.fixture.ts";
import type { TerminalOutput } from "./terminal/index.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";

/** A step of a user or of the model. */
type Step =
  | { readonly kind: "words"; readonly count: number; readonly before: string; readonly after: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number }
  | { readonly kind: "time"; readonly ms: number };

/** Keys that neither send the draft nor leave: letters, words of other scripts, motions, completions, deletions, a paste. */
const LETTERS = ["a", " ", "/", "@", "!", "\t", "\n", "日", "é", "e\u0301", "👩‍👩‍👧", "שלום", "\u001b[200~pasted\ntext\u001b[201~"];
const MOTIONS = ["\u001b[A", "\u001b[B", "\u001b[C", "\u001b[D", "\u001b[H", "\u001b[F"];
const EDITS = ["\u007f", "\u0017", "\u0015", "\u0019", "\u001b[Z", "\u000f"];
const KEYS = [LETTERS, MOTIONS, EDITS].flat();

const stepFrom = (narrowest: number): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("words" as const),
        count: fc.integer({ min: 1, max: 12 }),
        before: fc.constantFrom("", "", "- ", "## ", "> ", "**", "```js\n", "| a | b |\n|---|---|\n| "),
        after: fc.constantFrom(" ", "\n", "\n\n", "**\n\n", "\n```\n", " |\n"),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("key" as const), key: fc.constantFrom(...KEYS) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("resize" as const),
        columns: fc.integer({ min: narrowest, max: 300 }),
        rows: fc.integer({ min: 6, max: 100 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("time" as const), ms: fc.integer({ min: 1, max: 400 }) }) },
  );

/** Lets the model's parts and then the time arrive. */
const pass = async (timer: ReturnType<typeof manualTimer>, ms: number): Promise<void> => {
  await new Promise((resolve) => void setImmediate(resolve));
  await timer.advance(ms);
};

/** Checks the lines of a terminal after random steps. */
const randomUse = (reflow: TerminalOutput["reflow"], narrowest: number) =>
  fc.asyncProperty(fc.array(stepFrom(narrowest), { minLength: 250, maxLength: 250 }), async (steps) => {
    const model = steppedModel();
    const timer = manualTimer();
    await using scene = await openScreen({ model, timer, columns: 80, rows: 24, reflow });
    const { terminal } = scene;
    terminal.type("Begin.");
    terminal.press("\r");
    await pass(timer, 100);
    let count = 0;
    for (const one of steps) {
      if (one.kind === "words") {
        const words = Array.from({ length: one.count }, () => `w${String(count++).padStart(5, "0")}`);
        model.write(one.before + words.join(" ") + one.after);
      } else if (one.kind === "key") terminal.press(one.key);
      else if (one.kind === "resize") {
        // xterm.js parses later what it is given, but changes its size at once.
        await terminal.lines();
        terminal.resize(one.columns, one.rows);
      } else await pass(timer, one.ms);
    }
    model.end();
    while (!(await terminal.lines()).some((line) => line.includes("1 turn"))) await pass(timer, 100);
    const lines = await terminal.lines();
    // A row of an earlier tail would be left above the rows that are printed later.
    assert.deepEqual(
      lines.filter((line) => line.includes("Esc interrupts")),
      [],
    );
    assert.deepEqual(
      lines.join(" ").match(/w\d{5}/g) ?? [],
      Array.from({ length: count }, (_, at) => `w${String(at).padStart(5, "0")}`),
    );
    // oxlint-disable-next-line no-control-regex -- looks for control sequences
    assert.doesNotMatch(terminal.written, /\u001b\[[23]J/);
  });

test("1,000 random keys, resizes and deltas lose and repeat no word, and wipe nothing", async () => {
  await fc.assert(randomUse("usual", 61), { numRuns: 4, endOnFailure: true });
});

test("neither do they in xterm.js, which becomes as narrow as 20 columns", async () => {
  await fc.assert(randomUse("caretLine", 20), { numRuns: 4, endOnFailure: true });
});

test("however low the terminal becomes, no word and no row of the tail is doubled", async () => {
  const sizes = fc.array(fc.integer({ min: 2, max: 8 }), { minLength: 10, maxLength: 20 });
  const property = fc.asyncProperty(fc.integer({ min: 6, max: 30 }), sizes, async (columns, heights) => {
    const model = steppedModel();
    const timer = manualTimer();
    await using scene = await openScreen({ model, timer, columns, rows: 4 });
    const { terminal } = scene;
    terminal.type("Begin.");
    terminal.press("\r");
    terminal.type("a draft of words");
    await pass(timer, 400);
    for (const [at, rows] of heights.entries()) {
      model.write(`w${String(at).padStart(5, "0")}\n\n`);
      await pass(timer, 100);
      await terminal.lines();
      terminal.resize(columns, rows);
      await pass(timer, 400);
    }
    const lines = await terminal.lines();
    assert.ok(lines.filter((line) => line.includes("Writ")).length <= 1, lines.join("\n"));
    model.end();
    while (!(await terminal.lines()).some((line) => line.startsWith("─ "))) await pass(timer, 100);
    assert.deepEqual(
      (await terminal.lines()).filter((line) => /^w\d{5}$/.test(line)),
      heights.map((_, at) => `w${String(at).padStart(5, "0")}`),
    );
  });
  await fc.assert(property, { numRuns: 15, endOnFailure: true });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

const WORDS = 4000;
interface Sizes {
  readonly columns: { readonly min: number; readonly max: number };
  readonly rows: { readonly min: number; readonly max: number };
}

/** Steps of a user: keys by tmux's names, or sizes. */
const stepIn = ({ columns, rows }: Sizes) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a", "x", "Up", "Left", "BSpace", "C-w", "C-u", "C-y", "M-b", "C-o", "C-j", "日", "ש") },
    { weight: 1, arbitrary: fc.record({ columns: fc.integer(columns), rows: fc.integer(rows) }) },
  );

/** With less than 60 columns, a low terminal may not have the rows of the wrapped tail. */
const SIZES: readonly Sizes[] = [
  { columns: { min: 20, max: 200 }, rows: { min: 16, max: 60 } },
  { columns: { min: 60, max: 300 }, rows: { min: 6, max: 60 } },
];

for (const sizes of SIZES)
  test(
    `1,000 random keys and resizes in tmux, from ${sizes.columns.min}x${sizes.rows.min} on, lose and repeat no word of an answer`,
    noTmux === false ? {} : { skip: noTmux },
    async (t) => {
      const words = Array.from({ length: WORDS }, (_, at) => `w${String(at).padStart(5, "0")}`);
      const text = words.map((word, at) => (at % 40 === 39 ? `${word}\n\n` : at % 7 === 6 ? `${word}\n` : `${word} `)).join("");
      let release = Promise.withResolvers<void>();
      let isFree = false;
      const tick = async (): Promise<void> => (isFree ? undefined : release.promise);
      await using cox = await openCox([{ text, fault: { kind: "drip", bytesPerTick: 400, tick } }]);
      await using terminal = await openTmux(t, cox);
      await terminal.type("cox --screen inline 'Begin.'");
      await terminal.press("Enter");
      await terminal.seen("Esc interrupts");
      for (const one of fc.sample(stepIn(sizes), { numRuns: 1000, seed: 7 })) {
        if (typeof one === "string") await terminal.press(one);
        else await terminal.resize(one.columns, one.rows);
        release.resolve();
        release = Promise.withResolvers<void>();
      }
      isFree = true;
      release.resolve();
      await terminal.seen("1 turn");
      await terminal.resize(200, 60);
      const printed = (await terminal.lines()).join(" ").match(/w\d{5}/g);
      assert.deepEqual(printed, words);
      // oxlint-disable-next-line no-control-regex -- looks for control sequences
      assert.doesNotMatch(terminal.written, /\u001b\[[23]J/);
    },
  );

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

/** Steps of a user: keys by tmux's names, or sizes. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "x", "Up", "Left", "BSpace", "C-w", "C-u", "C-y", "M-b", "C-o", "C-j", "日", "ש") },
  { weight: 1, arbitrary: fc.record({ columns: fc.integer({ min: 20, max: 300 }), rows: fc.integer({ min: 6, max: 60 }) }) },
);

const WORDS = Array.from({ length: 4000 }, (_, at) => `w${String(at).padStart(5, "0")}`);
const ANSWER = WORDS.map((word, at) => (at % 40 === 39 ? `${word}\n\n` : at % 7 === 6 ? `${word}\n` : `${word} `)).join("");

/** Returns the words of an answer that are in the terminal after 1,000 steps while it streams. */
const printedWords = async (t: TestContext): Promise<readonly string[]> => {
  let release = Promise.withResolvers<void>();
  let isFree = false;
  const tick = async (): Promise<void> => (isFree ? undefined : release.promise);
  await using cox = await openCox([{ text: ANSWER, fault: { kind: "drip", bytesPerTick: 400, tick } }]);
  await using terminal = await openTmux(t, cox);
  await terminal.type("cox --screen inline 'Begin.'");
  await terminal.press("Enter");
  await terminal.seen("Esc interrupts");
  for (const one of fc.sample(step, { numRuns: 1000, seed: 7 })) {
    if (typeof one === "string") await terminal.press(one);
    else await terminal.resize(one.columns, one.rows);
    release.resolve();
    release = Promise.withResolvers<void>();
  }
  isFree = true;
  release.resolve();
  await terminal.seen("1 turn");
  await terminal.resize(200, 60);
  // oxlint-disable-next-line no-control-regex -- looks for control sequences
  assert.doesNotMatch(terminal.written, /\u001b\[[23]J/);
  return (await terminal.lines()).join(" ").match(/w\d{5}/g) ?? [];
};

const skip = noTmux === false ? {} : { skip: noTmux };

test("1,000 random keys and resizes in tmux lose and repeat no word of an answer", skip, async (t) => {
  assert.deepEqual(await printedWords(t), WORDS);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { colorlessTheme } from "../themes/index.ts";
import type { Choices } from "./dialog.ts";
import { ListPanel } from "./list-panel.ts";

/** A list of numbers with their preview, which records the choices. */
const list = (options: Partial<Choices<number>> = {}, count = 5) => {
  const chosen: (number | "closed")[] = [];
  let changes = 0;
  const items = Array.from({ length: count }, (_, value) => ({ label: `item ${value}`, note: `note ${value}`, value }));
  const panel = new ListPanel<number>({
    title: "Numbers",
    items,
    ...options,
    onChoose: (value) => chosen.push(value),
    onClose: () => chosen.push("closed"),
    onChange: () => (changes += 1),
  });
  const rows = (width = 60, height = 20): readonly string[] => panel.rows({ width, height }, plainTheme);
  return { panel, chosen, rows, changes: () => changes };
};

const plainTheme = { ...colorlessTheme, dim: (text: string) => text, selected: (text: string) => `[${text.trim()}]` };

const DOWN = "\u001b[B";

test("the preview describes the selected item", async () => {
  const { panel, rows, changes } = list({ preview: async (value) => `about ${value}` });
  rows();
  await Promise.resolve();
  await Promise.resolve();
  assert.ok(rows().includes("  | about 0"));
  panel.input(DOWN);
  assert.ok(!rows().includes("  | about 0"));
  await Promise.resolve();
  await Promise.resolve();
  assert.ok(rows().includes("  | about 1"));
  assert.ok(changes() >= 2);
});

test("a preview that is late does not replace that of another item", async () => {
  const first = Promise.withResolvers<string>();
  const { panel, rows } = list({ preview: (value) => (value === 0 ? first.promise : `about ${value}`) });
  rows();
  panel.input(DOWN);
  rows();
  first.resolve("about 0");
  await first.promise;
  await Promise.resolve();
  await Promise.resolve();
  assert.ok(rows().includes("  | about 1"));
});

test("a preview that fails shows why", async () => {
  const { rows } = list({ preview: () => Promise.reject(new Error("it is damaged")) });
  rows();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.ok(rows().includes("  | it is damaged"));
});

test("control characters of a title and a preview are shown, not sent", async () => {
  const { rows } = list({ title: "t\u001b[2J", preview: async () => "a\u001b[2Jb" });
  rows();
  await Promise.resolve();
  await Promise.resolve();
  assert.ok(!rows().join("\n").includes("\u001b[2J"));
});

test("keys choose the selected item in another way", () => {
  const { panel, chosen, rows } = list({ keys: [{ key: "ctrl+r", label: "hundredfold", value: (value) => value * 100 }] });
  panel.input(DOWN);
  panel.input("\u0012");
  assert.deepEqual(chosen, [100]);
  assert.match(rows().at(-1) ?? "", /ctrl\+r hundredfold/);
});

test("the filter searches the text that is not shown", () => {
  const items = [
    { label: "one", search: "apple", value: 1 },
    { label: "two", search: "pear", value: 2 },
  ];
  const { panel, chosen } = list({ items });
  for (const key of "pear") panel.input(key);
  panel.input("\r");
  assert.deepEqual(chosen, [2]);
});

test("a list that takes pastes shows no typed letter, and a paste chooses", () => {
  const { panel, chosen, rows } = list({ onPaste: (text) => (text === "" ? undefined : text.length) });
  for (const key of "sk-secret") panel.input(key);
  panel.input("\u001b[200~\u001b[201~");
  assert.equal(rows()[0], "Numbers");
  assert.equal(rows().length, 7);
  panel.input("\u001b[200~sk-secret\u001b[201~");
  assert.deepEqual(chosen, [9]);
});

test("a long label leaves room for the note, and the selected one is shown whole", () => {
  const long = (word: string, value: number) => ({ label: `${word} `.repeat(20).trim(), note: "the note", value });
  const { rows, panel } = list({ items: [long("one", 1), long("two", 2)] });
  const shown = (): readonly string[] => rows(40, 20).map((row) => stripVTControlCharacters(row));
  assert.deepEqual(shown().slice(1, 5), [
    "[1  one one one one one one one one one]",
    "[one one one one one one one one one]",
    "[one one  the note]",
    "  2  two two two two two two …  the note",
  ]);
  panel.input("\u001b[B");
  assert.equal(shown()[1], "  1  one one one one one one …  the note");
});

test("a narrow list has the whole label and no note", () => {
  const { rows } = list({ items: [{ label: "fix the parser", note: "$0 · today", value: 1 }] });
  assert.equal(rows(20)[1], "[1  fix the parser]");
});

test("rows fit any size, with and without a preview", () => {
  for (const preview of [undefined, () => "word ".repeat(200)]) {
    for (const [width, height] of [
      [20, 3],
      [20, 6],
      [60, 12],
      [60, 40],
    ] as const) {
      const { rows } = list(preview === undefined ? {} : { preview }, 1000);
      rows(width, height);
      const shown = rows(width, height);
      assert.ok(shown.length <= height, `${shown.length} rows of ${height}`);
      for (const row of shown) assert.ok(stripVTControlCharacters(row).length <= width + 2, row);
    }
  }
});

test("numbers choose at once in a short list, which has no filter until letters are typed", () => {
  const short = list({}, 5);
  assert.equal(short.rows()[0], "Numbers");
  assert.equal(short.rows()[1], "[1  item 0  note 0]");
  assert.match(short.rows().at(-1) ?? "", /1-5 · ↑↓ Enter/);
  short.panel.input("6");
  short.panel.input("3");
  assert.deepEqual(short.chosen, []);
  const again = list({}, 5);
  again.panel.input("3");
  assert.deepEqual(again.chosen, [2]);
  const long = list({}, 6);
  assert.match(long.rows()[0] ?? "", /type to filter/);
  long.panel.input("3");
  assert.deepEqual(long.chosen, []);
  assert.match(long.rows()[1] ?? "", /item 3/);
});

test("letters filter a short list too, and then numbers belong to the filter", () => {
  const { panel, chosen, rows } = list({}, 5);
  for (const key of "item 4") panel.input(key);
  assert.equal(rows()[0], "Numbers item 4");
  assert.deepEqual(chosen, []);
  panel.input("\r");
  assert.deepEqual(chosen, [4]);
});

test("Escape makes the choice that goes back, if there is one", () => {
  const back = list({ escape: -1 });
  assert.match(back.rows().at(-1) ?? "", /Esc goes back/);
  back.panel.input("\u001b");
  assert.deepEqual(back.chosen, [-1]);
  const closing = list();
  closing.panel.input("\u001b");
  back.panel.input("\u0003");
  assert.deepEqual([closing.chosen, back.chosen], [["closed"], [-1, "closed"]]);
});

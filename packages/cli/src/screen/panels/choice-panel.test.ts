import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { colorlessTheme, unstyledTheme } from "../themes/index.ts";
import { type ChoiceContent, ChoicePanel, type PanelChoice } from "./choice-panel.ts";
import { TypingPause } from "./typing-pause.ts";

const choice = (key: string): PanelChoice<string> => ({ key, text: `Choice ${key}`, action: key });

const contentOf = (body: number, notes: number, ...keys: readonly string[]): ChoiceContent<string> => ({
  title: "Run this command that the model has asked for?",
  body: Array.from({ length: body }, (_, at) => `  | row ${at}`),
  notes: Array.from({ length: notes }, (_, at) => `  note ${at}`),
  choices: keys.map(choice),
  tools: [{ key: "v", text: "all", action: "v" }],
  escape: "no",
});

const panelOf = (content: () => ChoiceContent<string>) => {
  const taken: string[] = [];
  const panel = new ChoicePanel<string>({
    content,
    pause: new TypingPause(manualTimer()),
    onTake: (action) => taken.push(action),
    onEscape: () => taken.push("escape"),
    onType: () => assert.fail("no key was typed"),
  });
  return { panel, taken };
};

test("a hint that is too long for a row has two where the panel has the rows for it", () => {
  const { panel } = panelOf(() => contentOf(1, 0, "y", "n"));
  const hint = (height: number): readonly string[] =>
    panel.rows({ width: 24, height }, unstyledTheme).filter((row) => /Esc|Enter/.test(row));
  assert.deepEqual(hint(12), ["  Esc: no · v: all · ↑↓", "  Enter"]);
  assert.equal(hint(6).length, 1);
});

test("a panel of any size shows its title, a part of its body and the selected choice", () => {
  const sizes = fc.record({ width: fc.integer({ min: 20, max: 60 }), height: fc.integer({ min: 3, max: 40 }) });
  fc.assert(
    fc.property(
      sizes,
      fc.nat(50),
      fc.nat(4),
      fc.array(fc.constantFrom("\u001b[A", "\u001b[B", "\u001b[5~", "\u001b[6~")),
      (size, body, notes, keys) => {
        const { panel, taken } = panelOf(() => contentOf(body, notes, "y", "s", "n"));
        for (const key of keys) {
          panel.rows(size, colorlessTheme);
          panel.input(key);
        }
        const rows = panel.rows(size, colorlessTheme);
        assert.ok(rows.length <= size.height);
        assert.ok(rows.every((row) => visibleWidth(row) <= size.width));
        assert.ok(rows[0]?.includes("Run this"));
        assert.equal(rows.filter((row) => row.includes("\u001b[7m")).length, 1);
        assert.equal(
          rows.some((row) => row.includes("| row")),
          body > 0,
        );
        assert.deepEqual(taken, []);
      },
    ),
  );
});

test("all rows of a body can be scrolled into view", () => {
  const { panel } = panelOf(() => contentOf(30, 0, "y", "n"));
  const size = { width: 40, height: 5 };
  const seen = new Set<string>();
  for (let page = 0; page < 30; page += 1) {
    for (const row of panel.rows(size, colorlessTheme)) if (row.includes("| row")) seen.add(row);
    panel.input("\u001b[6~");
  }
  assert.equal(seen.size, 30);
});

test("Enter takes the choice that is shown as selected, although others come and go", () => {
  let content = contentOf(1, 0, "y", "b", "s", "n");
  const { panel, taken } = panelOf(() => content);
  const size = { width: 40, height: 20 };
  panel.rows(size, colorlessTheme);
  panel.input("\u001b[B");
  panel.rows(size, colorlessTheme);
  panel.input("\u001b[B");
  content = contentOf(1, 0, "y", "s", "n");
  panel.input("\r");
  panel.rows(size, colorlessTheme);
  panel.input("\r");
  assert.deepEqual(taken, ["s", "s"]);
});

test("a panel that was not shown takes no key", () => {
  const { panel, taken } = panelOf(() => contentOf(1, 0, "y", "n"));
  panel.input("y");
  assert.deepEqual(taken, []);
});

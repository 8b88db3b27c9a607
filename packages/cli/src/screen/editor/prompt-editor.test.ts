import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expandTexts } from "./chips.ts";
import { KEYS, openEditor, paste } from "./editor.fixture.ts";

const texts = (scene: ReturnType<typeof openEditor>): readonly string[] => scene.submitted.map(({ text }) => text);

test("Enter sends, and Shift+Enter, Ctrl+J and a backslash before Enter begin a line, whatever the terminal sends for them", () => {
  const newLines = [["\u001b[13;2u"], ["\u001b[27;2;13~"], ["\u001b[13;2~"], [KEYS.ctrlJ], ["\\", KEYS.enter]];
  for (const keys of newLines) {
    const scene = openEditor();
    scene.type("one");
    scene.press(...keys);
    scene.type("two");
    scene.press(KEYS.enter);
    assert.deepEqual(texts(scene), ["one\ntwo"], JSON.stringify(keys));
  }
});

test("undo, cut and insert work over several lines", () => {
  const scene = openEditor();
  scene.type("first line");
  scene.press(KEYS.ctrlJ);
  scene.type("second word");
  scene.press(KEYS.ctrlW, KEYS.ctrlU);
  assert.equal(scene.editor.text, "first line\n");
  scene.press(KEYS.ctrlY);
  assert.equal(scene.editor.text, "first line\nsecond word");
  scene.press(KEYS.undo, KEYS.undo);
  assert.equal(scene.editor.text, "first line\nsecond ");
});

test("a long paste is a label that is one character for the caret, and is sent as the whole", async () => {
  const scene = openEditor();
  const log = Array.from({ length: 120 }, (_, at) => `line ${at}`).join("\n");
  scene.type("See ");
  scene.press(paste(log));
  scene.type(" here");
  assert.ok((await scene.shown()).some((row) => row.startsWith("See [pasted 120 lines] here")));
  for (let step = 0; step < " here".length; step += 1) scene.press(KEYS.left);
  scene.press(KEYS.left);
  scene.type("x");
  assert.equal(scene.editor.text, "See x[pasted 120 lines] here");
  scene.press(KEYS.right, KEYS.backspace);
  assert.equal(scene.editor.text, "See x here", "the label is removed as a whole");
  scene.press(KEYS.undo, KEYS.enter);
  const [{ text, attached } = { text: "", attached: new Map() }] = scene.submitted;
  assert.equal(expandTexts(text, attached), `See x${log} here`);
});

test("several pastes of the same size have different labels, the same paste one, and words cut a label as a whole", () => {
  const scene = openEditor();
  const [one, two] = ["a", "b"].map((letter) => `${letter}\n`.repeat(30));
  scene.press(paste(one ?? ""));
  scene.press(paste(two ?? ""));
  scene.press(paste(one ?? ""));
  assert.equal(scene.editor.text, "[pasted 30 lines][pasted 30 lines #2][pasted 30 lines]");
  scene.press(KEYS.enter);
  const [{ text, attached } = { text: "", attached: new Map() }] = scene.submitted;
  assert.equal(expandTexts(text, attached), `${one}${two}${one}`);
  scene.type("word ");
  scene.press(paste(one ?? ""), KEYS.ctrlW);
  assert.equal(scene.editor.text, "word ");
});

test("a paste survives the history and the external editor", async () => {
  const log = "x".repeat(2000);
  const scene = openEditor({ editExternally: async (text) => `${text} edited` });
  scene.press(paste(log), KEYS.enter);
  scene.press(KEYS.up);
  assert.equal(scene.editor.text, "[pasted 2000 characters]");
  await scene.editor.editExternally();
  assert.equal(scene.editor.text, "[pasted 2000 characters] edited");
  assert.equal(expandTexts(scene.editor.text, scene.editor.attached), `${log} edited`);
});

test("a short paste is text, with its tabs, and without what could control the terminal", async () => {
  const scene = openEditor();
  scene.press(paste("a\tb\r\nred \u001b[31m\u009b32m\u202etxt\u{e0041} end"));
  assert.equal(scene.editor.text, "a\tb\nred [31m32mtxt end");
  assert.ok((await scene.shown()).includes("a   b"));
});

test("a paste of 10,000 lines is one label, so that no key and no undo step copies them", async () => {
  const scene = openEditor();
  scene.press(paste("some words of a line\n".repeat(10_000)));
  scene.type(" and more");
  assert.deepEqual(
    (await scene.shown()).slice(1, -1).map((row) => row.trim()),
    ["[pasted 10000 lines] and more"],
  );
  scene.press(KEYS.undo, KEYS.undo, KEYS.undo);
  assert.equal(scene.editor.text, "");
});

test("! shows that a command is typed, and !! that the model does not see it", async () => {
  const scene = openEditor();
  scene.type("!ls");
  assert.match((await scene.shown())[0] ?? "", /^── ! shell command ─+$/);
  scene.editor.set("!!ls");
  assert.match((await scene.shown())[0] ?? "", /^── !! shell command, not for the model ─+$/);
  scene.editor.set("ls");
  assert.match((await scene.shown())[0] ?? "", /^─+$/);
});

test("an input method is expected for languages that need one, and once its characters were typed", () => {
  assert.equal(openEditor({ hasInputMethod: true }).editor.hasInputMethod, true);
  for (const [text, expected] of [
    ["é", false],
    ["שלום", false],
    ["漢", true],
    ["かな", true],
    ["한", true],
  ] as const) {
    const { editor } = openEditor();
    editor.input(text);
    assert.equal(editor.hasInputMethod, expected, text);
  }
});

const key = fc.oneof(
  fc.constantFrom(...Object.values(KEYS), "\u001b[1;5D", "\u001b[3~", "\u001bd", "\u000b", "\u001b[5~", "\u001b[6~", "\u001by"),
  fc.constantFrom("a", " ", "/", "@", "!", '"', "\\", "漢", "e\u0301", "שלום", "👩‍👩‍👧", "\t", "\u200f", "─"),
  fc.string({ maxLength: 30 }).map(paste),
  fc.integer({ min: 1, max: 40 }).map((lines) => paste("pasted line\n".repeat(lines))),
);
const size = fc.record({ columns: fc.integer({ min: 20, max: 300 }), rows: fc.integer({ min: 6, max: 100 }) });

test("whatever is typed at whatever size, the rows fit, have no trailing spaces, and show the caret", async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.array(key, { maxLength: 40 }), async ({ columns, rows }, keys) => {
      const scene = openEditor({
        columns,
        rows,
        screenCommands: [
          { name: "model", arguments: "[MODEL]", summary: "Change the model", complete: () => [{ value: "a/b" }, { value: "c/d" }] },
        ],
        async *files() {
          yield* ["src/main.ts", "src/with space.ts", "README.md", "שלום/漢字.txt"];
        },
      });
      for (const one of keys) {
        scene.press(one);
        const width = Math.min(60, columns - 1);
        const shown = scene.editor.rows({ width, height: rows - 1, ruleWidth: rows >= 12 ? width : 0 });
        assert.ok(shown.rows.length <= rows - 1, `${shown.rows.length} rows`);
        for (const row of shown.rows) assert.ok(!row.endsWith(" ") && visibleWidth(row) <= width, JSON.stringify(row));
        assert.ok(shown.caret.row >= 0 && shown.caret.row < shown.rows.length && shown.caret.column <= width);
      }
      const written = scene.terminal.written;
      await scene.shown();
      // oxlint-disable-next-line no-control-regex -- looks for control sequences
      assert.doesNotMatch(written, /\u001b\[[23]J/);
    }),
    { numRuns: 200 },
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, textResult } from "coxswain";
import fc from "fast-check";
import { openScreen } from "./screen.fixture.ts";

const ENTER = "\r";
const CTRL_O = "\u000f";
const CTRL_S = "\u0013";
const CTRL_UP = "\u001b[1;5A";
const CTRL_HOME = "\u001b[1;5H";
const CTRL_END = "\u001b[1;5F";
const PAGE_UP = "\u001b[5~";
const HOME = "\u001b[H";
const ALT_M = "\u001bm";
const ALT_T = "\u001bt";
const WHEEL_UP = "\u001b[<64;1;1M";
const WHEEL_DOWN = "\u001b[<65;1;1M";
/** A mouse report; row and column count from 0. */
const mouse = (code: number, row: number, column: number, end: "M" | "m" = "M"): string => `\u001b[<${code};${column + 1};${row + 1}${end}`;

const numbered = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => `line ${from + at}`).join("\n\n");

const say = defineTool({
  name: "say",
  description: "Says.",
  inputSchema: { type: "object" },
  effect: "read",
  execute: async () => textResult("hidden treasure\nsecond"),
});

/** A key, a mouse report, or a size. */
const input = fc.oneof(
  fc.constantFrom(ENTER, CTRL_O, CTRL_S, CTRL_UP, "\u001b[1;5B", CTRL_HOME, CTRL_END, PAGE_UP, "\u001b[6~", HOME, ALT_M, ALT_T),
  fc.constantFrom(WHEEL_UP, WHEEL_DOWN, "a", "line", "漢", "\u007f", "\u001b[1;2A", "\u001b[1;2B", "\u001b[A", "\u001b[B", "\t"),
  fc
    .record({ code: fc.constantFrom(0, 0, 32, 2), row: fc.nat(60), column: fc.nat(200), end: fc.constantFrom("M" as const, "m" as const) })
    .map(({ code, row, column, end }) => mouse(code, row, column, end)),
  fc.tuple(fc.integer({ min: 20, max: 160 }), fc.integer({ min: 6, max: 60 })),
);

/** The lines with text. */
const shown = (lines: readonly string[]): readonly string[] => lines.filter((line) => line !== "");

test("the full screen shows the transcript above the editor, and leaving it prints the last turn in the normal screen", async () => {
  const scene = await openScreen({ script: ["Before.", "Hello to you."], before: ["first"], surface: "full" });
  {
    await using _ = scene;
    scene.terminal.type("Hi.");
    scene.terminal.press(ENTER);
    await scene.terminal.seen("Hello to you.");
    await scene.terminal.seen("1 turn");
    const screen = await scene.terminal.screen();
    assert.deepEqual(shown(screen).slice(0, 2), ["> first", "Before."]);
    assert.match(screen.at(-1) ?? "", /· ask/);
  }
  const lines = shown(await scene.terminal.lines());
  assert.deepEqual(lines.slice(0, 3), [`1 earlier prompt. To read them: cox sessions show ${scene.session.id}`, "> Hi.", "Hello to you."]);
  assert.ok(scene.terminal.written.includes("\u001b[?1049l"));
  assert.ok(scene.terminal.written.includes("\u001b[?1002l"));
});

test("scrolling up stays at its rows and counts the new ones below, and the end is followed again", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({
    script: [numbered(0, 100), { text: numbered(100, 120), hold: hold.promise }],
    before: ["first"],
    surface: "full",
  });
  await scene.terminal.seen("line 99");
  scene.terminal.type("more");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  scene.terminal.press(PAGE_UP, PAGE_UP);
  await scene.terminal.seen("rows below");
  const before = (await scene.terminal.screen())[0];
  assert.match(before ?? "", /^(line \d+)?$/);
  hold.resolve();
  await scene.terminal.seen("new · Ctrl+End follows");
  assert.equal((await scene.terminal.screen())[0], before);
  scene.terminal.press(CTRL_END);
  await scene.terminal.seen("line 119");
  assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("rows below")));
});

test("a window that reaches the end follows it, also when the terminal grows", async () => {
  await using scene = await openScreen({ script: [numbered(0, 30), "Next."], before: ["first"], surface: "full" });
  await scene.terminal.seen("line 29");
  scene.terminal.press(WHEEL_UP);
  await scene.terminal.seen("rows below");
  scene.terminal.resize(80, 40);
  scene.terminal.type("more");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Next.");
  assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("rows below")));
});

test("the wheel scrolls, and Home goes to the beginning if the editor is empty", async () => {
  await using scene = await openScreen({ script: [numbered(0, 100)], before: ["first"], surface: "full" });
  await scene.terminal.seen("line 99");
  scene.terminal.press(WHEEL_UP);
  await scene.terminal.seen("rows below");
  scene.terminal.press(WHEEL_DOWN);
  await scene.terminal.seen("line 99");
  scene.terminal.type("x");
  scene.terminal.press(HOME);
  scene.terminal.type("y");
  await scene.terminal.seen("yx");
  scene.terminal.press("\u007f", "\u001b[3~", HOME);
  await scene.terminal.seen("> first");
  assert.equal((await scene.terminal.screen())[0], "> first");
});

test("changing to the full screen shows everything, and changing back prints the new blocks, once", async () => {
  await using scene = await openScreen({ script: ["One.", "Two.", "Three."] });
  scene.terminal.type("first");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("1 turn");
  scene.terminal.press(ALT_T);
  await scene.terminal.seen("One.");
  scene.terminal.type("second");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Two.");
  assert.ok((await scene.terminal.screen()).includes("> first"));
  scene.terminal.resize(70, 20);
  scene.terminal.press(ALT_T);
  await scene.terminal.seen("Two.");
  scene.terminal.type("third");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Three.");
  const lines = shown(await scene.terminal.lines()).filter((line) => /^(> )?\w+\.?$/.test(line));
  assert.deepEqual(lines, ["> first", "One.", "> second", "Two.", "> third", "Three."]);
});

test("a search goes through all blocks from the end, opens a folded one, and marks the matches", async () => {
  await using scene = await openScreen({
    script: [{ text: numbered(0, 50), calls: [{ name: "say", input: {} }] }, numbered(50, 100), "line 7 again"],
    tools: [say],
    before: ["first", "second"],
    surface: "full",
  });
  await scene.terminal.seen("line 7 again");
  scene.terminal.press(CTRL_S);
  await scene.terminal.seen("type to search");
  scene.terminal.type("LINE 7");
  await scene.terminal.seen("match 1 of 12");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("match 2 of 12");
  assert.ok((await scene.terminal.screen()).includes("line 79"));
  scene.terminal.press(...Array.from({ length: 10 }, () => ENTER));
  await scene.terminal.seen("match 12 of 12");
  assert.ok((await scene.terminal.screen()).includes("line 7"));
  scene.terminal.press(...Array.from({ length: 11 }, () => "\u001b[B"));
  await scene.terminal.seen("match 1 of 12");
  scene.terminal.press("\u0015");
  await scene.terminal.seen("type to search");
  scene.terminal.type("treasure");
  await scene.terminal.seen("hidden treasure");
  assert.ok(scene.terminal.written.includes("\u001b[7mtreasure\u001b[27m"));
  scene.terminal.press("\u001b");
  scene.terminal.type("typed");
  await scene.terminal.seen("typed");
});

test("a search counts each match of a row", async () => {
  await using scene = await openScreen({ script: ["one two one\n\nnone"], before: ["first"], surface: "full" });
  await scene.terminal.seen("none");
  scene.terminal.press(CTRL_S, ...Array.from("one"));
  await scene.terminal.seen("match 1 of 3");
  scene.terminal.press(ENTER, ENTER);
  await scene.terminal.seen("match 3 of 3");
  scene.terminal.press("\u001b[B");
  await scene.terminal.seen("match 2 of 3");
});

test("the number of rows below is that of the opened and folded blocks", async () => {
  await using scene = await openScreen({
    script: [{ text: numbered(0, 40), calls: [{ name: "say", input: {} }] }, numbered(40, 60)],
    tools: [say],
    before: ["first"],
    surface: "full",
  });
  await scene.terminal.seen("line 59");
  const below = async (): Promise<number> => {
    const bar = (await scene.terminal.screen()).find((line) => line.includes("rows below")) ?? "";
    return Number(/(\d+) rows below/.exec(bar)?.[1]);
  };
  scene.terminal.press(CTRL_UP);
  await scene.terminal.seen("rows below");
  const folded = await below();
  scene.terminal.press(CTRL_O);
  await scene.terminal.seen("hidden treasure");
  assert.equal(await below(), folded + 2);
  scene.terminal.press(CTRL_O);
  while ((await scene.terminal.screen()).some((line) => line.includes("hidden treasure")))
    await new Promise((resolve) => void setImmediate(resolve));
  assert.equal(await below(), folded);
});

test("after scrolling up, a prompt or a command of the user shows the end", async () => {
  await using scene = await openScreen({ script: [numbered(0, 60), "The answer."], before: ["first"], surface: "full" });
  await scene.terminal.seen("line 59");
  for (const [typed, seen] of [
    ["next", "The answer."],
    ["/cost", "Budget:"],
  ] as const) {
    scene.terminal.press(PAGE_UP, PAGE_UP);
    await scene.terminal.seen("rows below");
    scene.terminal.type(typed);
    scene.terminal.press(ENTER);
    await scene.terminal.seen(seen);
    assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("rows below")), typed);
  }
});

test("a click on a call opens it and a second one folds it; keys select a block, and Ctrl+O opens it", async () => {
  await using scene = await openScreen({
    script: [{ calls: [{ name: "say", input: {} }] }, "Done."],
    tools: [say],
    before: ["first"],
    surface: "full",
  });
  await scene.terminal.seen("Done.");
  const row = (await scene.terminal.screen()).findIndex((line) => line.startsWith("✓ say"));
  scene.terminal.press(mouse(0, row, 2), mouse(0, row, 2, "m"));
  await scene.terminal.seen("hidden treasure");
  scene.terminal.press(mouse(0, row, 3), mouse(0, row, 3, "m"));
  scene.terminal.press(CTRL_UP, CTRL_O);
  await scene.terminal.seen("hidden treasure");
  const written = scene.terminal.written.length;
  scene.terminal.press(CTRL_O);
  scene.terminal.type("z");
  await scene.terminal.seen("z");
  assert.ok(scene.terminal.written.length > written);
  assert.ok(!(await scene.terminal.screen()).some((line) => line.includes("hidden treasure")));
});

test("dragging copies the text, a double click a word, and the mouse can be left to the terminal", async () => {
  const copied: string[] = [];
  const copy = async (text: string): Promise<string> => `Copied ${copied.push(text)}.`;
  await using scene = await openScreen({
    script: ["alpha beta\n\ngamma delta"],
    before: ["first"],
    surface: "full",
    workplace: { copy },
  });
  await scene.terminal.seen("gamma delta");
  const row = (await scene.terminal.screen()).findIndex((line) => line === "alpha beta");
  scene.terminal.press(mouse(0, row, 6), mouse(32, row + 2, 4), mouse(0, row + 2, 4, "m"));
  await scene.terminal.seen("Copied 1.");
  scene.terminal.press(mouse(0, row + 2, 8), mouse(0, row + 2, 8, "m"), mouse(0, row + 2, 8), mouse(0, row + 2, 8, "m"));
  await scene.terminal.seen("Copied 2.");
  assert.deepEqual(copied, ["beta\n\ngamma", "delta"]);
  const before = scene.terminal.written.length;
  scene.terminal.press(ALT_M);
  assert.ok(scene.terminal.written.slice(before).includes("\u001b[?1002l"));
});

test("suspending leaves the alternate screen, and continuing shows the session again", async () => {
  await using scene = await openScreen({ script: ["One."], before: ["first"], surface: "full" });
  await scene.terminal.seen("One.");
  scene.screen.close();
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("One.")));
  scene.screen.reopen();
  await scene.terminal.seen("One.");
});

test("after a resize in the full screen, nothing that was printed before is overwritten", async () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  const text = words.map((word, at) => (at % 10 === 9 ? `${word}\n\n` : word)).join(" ");
  await using scene = await openScreen({ script: [text, "Two."], columns: 100, rows: 24 });
  scene.terminal.type("first");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("1 turn");
  scene.terminal.press(ALT_T);
  await scene.terminal.seen("word59");
  scene.terminal.resize(30, 24);
  scene.terminal.press(ALT_T);
  scene.terminal.type("second");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Two.");
  assert.deepEqual((await scene.terminal.lines()).join(" ").match(/word\d+/g), words);
});

test("the earlier turns of a long session are made when they are scrolled to", async () => {
  const script = Array.from({ length: 300 }, (_, at) => `answer ${at}`);
  await using scene = await openScreen({ script, before: script.map((_, at) => `prompt ${at}`), surface: "full" });
  await scene.terminal.seen("answer 299");
  scene.terminal.press(CTRL_HOME);
  await scene.terminal.seen("> prompt 0");
  assert.equal((await scene.terminal.screen())[0], "> prompt 0");
});

test("whatever is typed, clicked and scrolled at any size, the screen works, and the normal screen is never erased", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(input, { minLength: 20, maxLength: 60 }), async (inputs) => {
      await using scene = await openScreen({
        script: [
          { text: "**漢字** and `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |", calls: [{ name: "say", input: {} }] },
          numbered(0, 40),
          "مرحبا e\u0301\u0301 end.",
          ...Array.from({ length: 60 }, (_, at) => `Again ${at}.`),
        ],
        tools: [say],
        before: ["first", "second"],
        surface: "full",
      });
      for (const one of inputs) {
        if (typeof one === "string") scene.terminal.press(one);
        else scene.terminal.resize(...one);
        await scene.terminal.screen();
      }
      scene.terminal.resize(90, 30);
      scene.terminal.press("\u001b");
      scene.terminal.type("zzz");
      await scene.terminal.seen("zzz");
      const outside = scene.terminal.written
        .split("\u001b[?1049h")
        .map((part, at) => (at === 0 ? part : (part.split("\u001b[?1049l")[1] ?? "")));
      // oxlint-disable-next-line no-control-regex -- looks for control sequences
      assert.doesNotMatch(outside.join(""), /\u001b\[[23]J/);
    }),
    { numRuns: 15 },
  );
});

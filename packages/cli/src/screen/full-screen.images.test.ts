import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { defineTool } from "coxswain";
import { changedFiles, runs } from "./commands/changed-files.fixture.ts";
import { enter } from "./commands/enter.fixture.ts";
import { pngHeader } from "./layout/png-header.fixture.ts";
import { openScreen, type ScreenScene } from "./screen.fixture.ts";
import { kittyScreen } from "./terminal/kitty-screen.fixture.ts";
import { Themes } from "./themes/index.ts";

const ALT_T = "\u001bt";
const LINE = "\n";
const ESCAPE = "\u001b";
const CTRL_HOME = "\u001b[1;5H";

const draw = defineTool({
  name: "draw",
  description: "Draws.",
  inputSchema: { type: "object" },
  effect: "read",
  execute: async () => ({ content: [{ type: "image", mediaType: "image/png", data: pngHeader(180, 90), name: "plot.png" }] }),
});

/** A session whose last answer follows an image, in a terminal that draws images. */
const openDrawn = async (t: TestContext, images: "kitty" | "iterm2", more: ScreenScene = {}) => {
  const { parts } = changedFiles(t);
  const scene = await openScreen({
    ...parts,
    tools: [...parts.tools, draw],
    script: [runs("echo two >> a"), { calls: [{ name: "draw", input: {} }] }, "Drawn."],
    before: ["first"],
    surface: "full",
    themes: new Themes({ depth: "none", features: { hyperlinks: false, images } }),
    ...more,
  });
  const kitty = kittyScreen();
  let read = 0;
  await scene.terminal.seen("Drawn.");
  /** The first row, the first pixel and the rows of each image on the screen. */
  const onScreen = (): readonly (readonly number[])[] => {
    kitty.read(scene.terminal.written.slice(read));
    read = scene.terminal.written.length;
    return kitty.shown().map(({ row, y, rows }) => [row, y, rows]);
  };
  const rowOf = async (text: string): Promise<number> => (await scene.terminal.screen()).findIndex((row) => row.includes(text));
  return { ...scene, kitty, onScreen, rowOf };
};

test("the image of a result is below its line, and moves with it", async (t) => {
  await using scene = await openDrawn(t, "kitty", { rows: 15 });
  const row = await scene.rowOf("[image: plot.png");
  assert.deepEqual(scene.onScreen(), [[row + 1, 0, 5]]);
  enter(scene, "/cost");
  await scene.terminal.seen("Budget:");
  const below = await scene.rowOf("Drawn.");
  assert.ok(below < row + 7, "it has moved up");
  const rows = Math.min(5, below - 1);
  assert.deepEqual(scene.onScreen(), [[below - 1 - rows, 18 * (5 - rows), rows]]);
});

test("an editor that grows cuts the image that it covers", async (t) => {
  await using scene = await openDrawn(t, "kitty", { rows: 18 });
  scene.terminal.press(CTRL_HOME);
  await scene.terminal.seen("> first");
  await scene.terminal.seen("rows below");
  const row = await scene.rowOf("[image: plot.png");
  /** The rows of the image above the bar. */
  const space = async (): Promise<number> => Math.min(5, (await scene.rowOf("rows below")) - row - 1);
  const before = await space();
  assert.deepEqual(scene.onScreen(), [[row + 1, 0, before]]);
  scene.terminal.press(LINE, LINE, LINE);
  scene.terminal.type("fourth");
  await scene.terminal.seen("fourth");
  const after = await space();
  assert.ok(after < before, `${before} rows, then ${after}`);
  assert.deepEqual(scene.onScreen(), [[row + 1, 0, after]]);
});

test("a page covers images, which come back after it", async (t) => {
  await using scene = await openDrawn(t, "kitty");
  assert.equal(scene.onScreen().length, 1);
  enter(scene, "/review");
  await scene.terminal.seen("changed while a command ran");
  assert.deepEqual([scene.onScreen(), scene.kitty.stored()], [[], []]);
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Drawn.");
  assert.equal(scene.onScreen().length, 1);
});

test("inline, Ctrl+Z and the exit leave no image of the full screen in the terminal", async (t) => {
  const scene = await openDrawn(t, "kitty");
  {
    await using _ = scene;
    assert.equal(scene.onScreen().length, 1);
    scene.screen.close();
    assert.deepEqual([scene.onScreen(), scene.kitty.stored()], [[], []]);
    scene.screen.reopen();
    assert.equal(scene.onScreen().length, 1);
    scene.terminal.press(ALT_T);
    assert.deepEqual([scene.onScreen(), scene.kitty.stored()], [[], []]);
    scene.terminal.press(ALT_T);
    assert.equal(scene.onScreen().length, 1);
  }
  assert.deepEqual([scene.onScreen(), scene.kitty.stored()], [[], []]);
});

test("by iTerm2's protocol an image is a line, with the key of the screen that draws it", async (t) => {
  await using scene = await openDrawn(t, "iterm2");
  await scene.terminal.seen("[image: plot.png, image/png, 180x90, 36 B] Alt+T draws it inline");
  const before = scene.terminal.written;
  assert.doesNotMatch(before, /\]1337;File=/);
  scene.terminal.press(ALT_T);
  assert.match(scene.terminal.written.slice(before.length), /\]1337;File=inline=1/);
});

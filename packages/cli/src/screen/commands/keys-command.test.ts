import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { enter, shownLines } from "./enter.fixture.ts";

test("/keys shows keys as people read them, and /keys names those of keys.json", async () => {
  await using scene = await openScreen({ rows: 80 });
  enter(scene, "/keys");
  await scene.terminal.seen("To change them: /keys names");
  const shown = (await shownLines(scene)).join("\n");
  assert.match(shown, /^Esc +Interrupt the run/m);
  assert.match(shown, /^PageUp +Scroll up a page$/m);
  assert.match(shown, /^Ctrl\+Y +Insert the text that was deleted last$/m);
  assert.doesNotMatch(shown, /editor\.|full\.|yank/i);
  enter(scene, "/keys names");
  await scene.terminal.seen("Each name with its keys");
  const named = (await shownLines(scene)).join("\n");
  assert.match(named, /^queue +alt\+enter$/m);
  assert.match(named, /^editor\.cursorLeft +left, ctrl\+b$/m);
});

test("/keys takes no other word", async () => {
  await using scene = await openScreen();
  enter(scene, "/keys all");
  await scene.terminal.seen("! /keys takes only the word names, not all");
});

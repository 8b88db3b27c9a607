import assert from "node:assert/strict";
import { test } from "node:test";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import { testTerminal } from "../terminal/test-terminal.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { DialogScreen } from "./dialog-screen.ts";

const CHOICES = {
  title: "Sessions",
  items: [
    { label: "Fix the tests", note: "today", value: "a" },
    { label: "Write the docs", value: "b" },
  ],
};

/** A list at an emulated terminal, and the keys for it. */
const openList = () => {
  const terminal = testTerminal(60, 12);
  const timer = manualTimer();
  const screen = new DialogScreen({ terminal, timer, theme: colorlessTheme });
  return { terminal, timer, screen, chosen: screen.choose(CHOICES) };
};

test("a list before a session is shown at the terminal's end, chosen from by keys, and removed", async () => {
  const { terminal, timer, screen, chosen } = openList();
  await timer.advance(100);
  assert.deepEqual((await terminal.screen()).slice(0, 3), ["Sessions", "  1  Fix the tests  today", "  2  Write the docs"]);
  terminal.type("doc");
  terminal.press("\r");
  assert.equal(await chosen, "b");
  await screen[Symbol.asyncDispose]();
  assert.equal(terminal.isOpen, false);
  assert.deepEqual((await terminal.screen()).join(""), "");
});

test("Escape closes the list without a choice", async () => {
  const { terminal, screen, chosen } = openList();
  terminal.press("\u001b");
  assert.equal(await chosen, undefined);
  await screen[Symbol.asyncDispose]();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseInline } from "./choose-at-terminal.ts";
import { emulator } from "./terminal/emulator.fixture.ts";
import { manualTimer } from "./terminal/manual-timer.fixture.ts";
import { colorlessTheme } from "./themes/index.ts";

const CHOICES = {
  title: "Sessions",
  items: [
    { label: "Fix the tests", note: "today", value: "a" },
    { label: "Write the docs", value: "b" },
  ],
};

/** A list at an emulated terminal, and the keys for it. */
const openList = () => {
  const screen = emulator(60, 12);
  const timer = manualTimer();
  let press: ((key: string) => void) | undefined;
  let isOpen = false;
  const terminal = {
    columns: 60,
    rows: 12,
    write: (data: string) => screen.write(data),
    start(onInput: (input: string) => void) {
      press = onInput;
      isOpen = true;
    },
    async drain() {},
    stop: () => void (isOpen = false),
  };
  const chosen = chooseInline(CHOICES, { terminal, timer, theme: colorlessTheme });
  return { screen, timer, chosen, press: (key: string) => press?.(key), isOpen: () => isOpen };
};

test("a list before a session is shown at the terminal's end, chosen from by keys, and removed", async () => {
  const list = openList();
  assert.deepEqual((await list.screen.screen()).slice(0, 3), ["Sessions type to filter", "  Fix the tests  today", "  Write the docs"]);
  for (const key of ["d", "o", "c", "\r"]) list.press(key);
  await list.timer.advance(100);
  assert.equal(await list.chosen, "b");
  assert.equal(list.isOpen(), false);
  assert.deepEqual((await list.screen.screen()).join(""), "");
});

test("Escape closes the list without a choice", async () => {
  const list = openList();
  list.press("\u001b");
  assert.equal(await list.chosen, undefined);
});

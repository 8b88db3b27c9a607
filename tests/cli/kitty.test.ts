import assert from "node:assert/strict";
import { test } from "node:test";
import { noTerminal as skip, openTerminal } from "./at-terminal.ts";
import { openCox } from "./cox-scene.ts";

const PROMPT = "\u001b]133;A;k=s\u001b\\";
const CTRL_D = "\u0004";

for (const { name, before, marks } of [
  {
    name: "kitty gets the rows below the transcript as a prompt, which it erases in a resize",
    before: "env -u TMUX KITTY_WINDOW_ID=1",
    marks: true,
  },
  { name: "other terminals get no marks of a prompt", before: "env -u TMUX -u KITTY_WINDOW_ID", marks: false },
]) {
  test(name, { skip }, async () => {
    await using cox = await openCox();
    using terminal = openTerminal(cox, ["--screen", "inline"], 100, before);
    await terminal.seen("Type a task.");
    await terminal.seen("sandbox auto");
    terminal.type(CTRL_D);
    const { code, raw } = await terminal.ended;
    assert.equal(code, 0, raw);
    assert.equal(raw.includes(PROMPT), marks);
  });
}

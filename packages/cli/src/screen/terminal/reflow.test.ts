import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBeXtermJs, reflowOf } from "./reflow.ts";

test("kitty keeps the caret only in a prompt, but multiplexers in it always do", () => {
  assert.equal(reflowOf({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }), "prompt");
  assert.equal(reflowOf({ TERM: "xterm-kitty" }), "prompt");
  assert.equal(reflowOf({ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }), "prompt");
  assert.equal(reflowOf({ TERM: "tmux-256color", KITTY_WINDOW_ID: "1", TMUX: "/tmp/tmux-0/default" }), "usual");
  assert.equal(reflowOf({ TERM: "xterm-256color" }), "usual");
});

test("a terminal with another name than xterm is not xterm.js", () => {
  const names = ["xterm", "xterm-256color", "xterm-kitty", "tmux-256color", "linux", "foot"];
  assert.deepEqual(
    names.filter((TERM) => mayBeXtermJs({ TERM })),
    ["xterm", "xterm-256color"],
  );
});

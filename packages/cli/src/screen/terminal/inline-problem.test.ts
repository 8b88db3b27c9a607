import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineProblem, losesCaret } from "./inline-problem.ts";

test("names terminals that lose printed lines when they are resized", () => {
  assert.equal(inlineProblem({ TERM: "rxvt-unicode-256color" }), "rxvt");
  assert.equal(inlineProblem({ TERM: "screen.xterm-256color", STY: "123.pts-0" }), "GNU screen");
  assert.equal(inlineProblem({ TERM: "screen-256color", TMUX: "/tmp/tmux-0/default" }), undefined);
  assert.equal(inlineProblem({ TERM: "xterm-256color" }), undefined);
});

test("kitty loses the caret, but no multiplexer in it", () => {
  assert.equal(losesCaret({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }), true);
  assert.equal(losesCaret({ TERM: "xterm-kitty" }), true);
  assert.equal(losesCaret({ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }), true);
  assert.equal(losesCaret({ TERM: "tmux-256color", KITTY_WINDOW_ID: "1", TMUX: "/tmp/tmux-0/default" }), false);
  assert.equal(losesCaret({ TERM: "xterm-256color" }), false);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineProblem } from "./inline-problem.ts";

test("names terminals that lose printed lines when they are resized", () => {
  assert.equal(inlineProblem({ TERM: "rxvt-unicode-256color" }), "rxvt");
  assert.equal(inlineProblem({ TERM: "screen.xterm-256color", STY: "123.pts-0" }), "GNU screen");
  assert.equal(inlineProblem({ TERM: "screen-256color", TMUX: "/tmp/tmux-0/default" }), undefined);
  assert.equal(inlineProblem({ TERM: "xterm-256color" }), undefined);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { terminalAbilities } from "./terminal-abilities.ts";

const XTERM = { TERM: "xterm-256color" };

test("a known terminal gets notifications in its form, and progress only where that is safe", () => {
  const of = (env: Readonly<Record<string, string>>) => {
    const { notification, progress } = terminalAbilities({ ...XTERM, ...env });
    return `${notification} ${progress}`;
  };
  assert.equal(of({ KITTY_WINDOW_ID: "1", TERM: "xterm-kitty" }), "osc99 false");
  assert.equal(of({ TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.2.3" }), "osc777 true");
  assert.equal(of({ TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.1.9" }), "osc777 false");
  assert.equal(of({ TERM_PROGRAM: "WezTerm" }), "osc777 false");
  assert.equal(of({ TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.6.6" }), "osc9 true");
  assert.equal(of({ TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.5.14" }), "osc9 false");
  assert.equal(of({ TERM: "foot-extra" }), "osc777 false");
  assert.equal(of({ WT_SESSION: "x" }), "bell true");
  assert.equal(of({ ConEmuANSI: "ON" }), "bell true");
  assert.equal(of({ VTE_VERSION: "7600" }), "bell false");
  assert.equal(of({ VTE_VERSION: "7900" }), "bell true");
  assert.equal(of({ TERM_PROGRAM: "Apple_Terminal" }), "bell false");
  assert.equal(of({}), "bell false");
});

test("behind tmux and screen the terminal is known by what they inherit, and has no progress", () => {
  const tmux = terminalAbilities({ TERM: "tmux-256color", TMUX: "/tmp/x,1,0", TERM_PROGRAM: "tmux", LC_TERMINAL: "iTerm2" });
  assert.deepEqual(tmux, { sequences: true, notification: "osc9", progress: false, multiplexer: "tmux" });
  const screen = terminalAbilities({ TERM: "screen-256color", STY: "1.x", WT_SESSION: "x" });
  assert.deepEqual(screen, { sequences: true, notification: "bell", progress: false, multiplexer: "screen" });
});

test("a terminal that shows unknown sequences as text gets none", () => {
  for (const TERM of ["dumb", "linux"]) assert.equal(terminalAbilities({ TERM, TERM_PROGRAM: "ghostty" }).sequences, false);
  assert.equal(terminalAbilities({}).sequences, false);
});

test("a known terminal of Windows, which sets no TERM, gets the usual sequences", () => {
  assert.deepEqual(terminalAbilities({ WT_SESSION: "x" }), { sequences: true, notification: "bell", progress: true });
});

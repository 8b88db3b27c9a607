import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const MODULE = new URL("terminal-features.ts", import.meta.url).href;

/** The features of a process with this environment and no others. */
const featuresOf = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
  const code = `const { terminalFeatures } = await import(${JSON.stringify(MODULE)}); console.log(JSON.stringify(await terminalFeatures()));`;
  const flags = ["--conditions=coxswain-source", "--input-type=module", "--eval", code];
  return JSON.parse((await promisify(execFile)(process.execPath, flags, { env: { PATH: "/nowhere", ...env } })).stdout) as unknown;
};

test("links and images are used where the terminal is known to show them", async () => {
  assert.deepEqual(await featuresOf({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }), { hyperlinks: true, images: "kitty" });
  assert.deepEqual(await featuresOf({ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }), { hyperlinks: true, images: "iterm2" });
  assert.deepEqual(await featuresOf({ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }), { hyperlinks: true });
});

test("an unknown terminal gets neither, and neither does one behind a tmux that does not answer", async () => {
  assert.deepEqual(await featuresOf({ TERM: "xterm-256color" }), { hyperlinks: false });
  assert.deepEqual(await featuresOf({ TERM: "tmux-256color", TMUX: "/none,1,0", KITTY_WINDOW_ID: "1" }), { hyperlinks: false });
});

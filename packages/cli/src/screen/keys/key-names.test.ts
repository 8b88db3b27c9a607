import assert from "node:assert/strict";
import { test } from "node:test";
import { keyLabel, parseKeyName } from "./key-names.ts";

const key = (text: string): string => {
  const parsed = parseKeyName(text);
  return "key" in parsed ? parsed.key : `! ${parsed.fault}`;
};

test("brings a key into one notation", () => {
  assert.deepEqual(["Ctrl+O", "shift+alt+x", "esc", "Alt+Return", "option+del", "pageUp", "f5", "shift+enter"].map(key), [
    "ctrl+o",
    "alt+shift+x",
    "escape",
    "alt+enter",
    "alt+delete",
    "pageup",
    "f5",
    "shift+enter",
  ]);
});

test("names the nearest key or modifier for an unknown one", () => {
  assert.equal(key("ctrl+entr"), "! no key entr; did you mean enter?");
  assert.equal(key("crtl+a"), "! no modifier crtl; did you mean ctrl?");
  assert.equal(key(""), '! no key ""');
  assert.equal(key("ctrl+"), '! no key ""');
});

test("rejects keys that terminals cannot send, and those that type a character", () => {
  assert.equal(key("ctrl+i"), "! terminals send it as tab");
  assert.equal(key("ctrl+m"), "! terminals send it as enter");
  assert.equal(key("ctrl+["), "! terminals send it as escape");
  assert.equal(key("super+k"), "! terminals do not send super");
  assert.equal(key("cmd+k"), "! terminals do not send cmd");
  assert.equal(key("a"), "! it types a character; add ctrl or alt");
  assert.equal(key("shift+a"), "! it types a character; add ctrl or alt");
  assert.equal(key("ctrl+f5"), "! terminals send f5 in different ways with modifiers");
});

test("a letter without a modifier is shown as it is typed", () => {
  assert.equal(keyLabel("n"), "n");
  assert.equal(keyLabel("ctrl+n"), "Ctrl+N");
});

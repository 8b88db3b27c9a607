import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboardProgram, copyToClipboard } from "./clipboard.ts";

test("the program of the desktop takes the clipboard's text, and over ssh none does", () => {
  assert.deepEqual(clipboardProgram("darwin", {}), ["pbcopy"]);
  assert.deepEqual(clipboardProgram("linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }), ["wl-copy"]);
  assert.deepEqual(clipboardProgram("linux", { DISPLAY: ":0" }), ["xclip", "-selection", "clipboard"]);
  assert.equal(clipboardProgram("linux", {}), undefined);
  assert.equal(clipboardProgram("linux", { DISPLAY: ":0", SSH_CONNECTION: "a b" }), undefined);
});

test("a missing program copies nothing", async () => {
  assert.equal(await copyToClipboard("text", { DISPLAY: ":0", PATH: "/nonexistent" }), false);
});

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { clipboardProgram, copyToClipboard } from "./clipboard.ts";

test("the program of the desktop takes the clipboard's text, and over ssh none does", () => {
  assert.deepEqual(clipboardProgram("darwin", {}), ["pbcopy"]);
  assert.deepEqual(clipboardProgram("linux", { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }), ["wl-copy"]);
  assert.deepEqual(clipboardProgram("linux", { DISPLAY: ":0" }), ["xclip", "-selection", "clipboard"]);
  assert.equal(clipboardProgram("linux", {}), undefined);
  assert.equal(clipboardProgram("linux", { DISPLAY: ":0", SSH_CONNECTION: "a b" }), undefined);
});

test("the program gets the text, and no keys", { skip: process.platform !== "linux" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "cox-clipboard-"));
  try {
    await writeFile(join(folder, "xclip"), '#!/bin/sh\ncat > "$HOME/text"\nenv > "$HOME/env"\n', { mode: 0o755 });
    const env = { DISPLAY: ":0", HOME: folder, PATH: `${folder}:/usr/bin:/bin`, ANTHROPIC_API_KEY: "secret" };
    assert.equal(await copyToClipboard("a\nb", env), true);
    assert.equal(await readFile(join(folder, "text"), "utf8"), "a\nb");
    assert.doesNotMatch(await readFile(join(folder, "env"), "utf8"), /secret/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a missing program copies nothing", async () => {
  assert.equal(await copyToClipboard("text", { DISPLAY: ":0", PATH: "/nonexistent" }), false);
});

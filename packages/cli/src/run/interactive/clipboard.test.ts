import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { copyText } from "./clipboard.ts";

const terminal = () => {
  const written: string[] = [];
  return { written, write: (sequence: string) => void written.push(sequence) };
};

test("text is sent to the terminal's clipboard where no program of a desktop is known", async () => {
  const { written, write } = terminal();
  const line = await copyText("añb", { env: {}, platform: "linux", write });
  assert.deepEqual(written, [`\u001b]52;c;${Buffer.from("añb").toString("base64")}\u0007`]);
  assert.match(line, /^Sent 3 characters/);
});

test("text that a terminal would not accept is refused with what to do", async () => {
  const { written, write } = terminal();
  await assert.rejects(copyText("x".repeat(80_000), { env: {}, platform: "linux", write }), /too long .* Use \/export/);
  assert.deepEqual(written, []);
});

test("a program of the desktop gets the text, one that fails is skipped, and over SSH none is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cox-clipboard-"));
  const before = process.env["PATH"];
  try {
    const out = join(folder, "copied");
    for (const [name, body] of [
      ["wl-copy", "exit 1"],
      ["xclip", `cat > '${out}'`],
    ] as const) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    process.env["PATH"] = [folder, before].join(delimiter);
    const { written, write } = terminal();
    const line = await copyText("two\nlines", { env: { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }, platform: "linux", write });
    assert.equal(readFileSync(out, "utf8"), "two\nlines");
    assert.equal(line, "Copied 9 characters.");
    assert.deepEqual(written, []);
    await copyText("x", { env: { SSH_CONNECTION: "a b c d", DISPLAY: ":0" }, platform: "linux", write });
    assert.equal(written.length, 1);
  } finally {
    process.env["PATH"] = before;
    rmSync(folder, { recursive: true });
  }
});

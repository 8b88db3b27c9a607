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
  await assert.rejects(copyText("x".repeat(80_000), { env: {}, platform: "linux", write }), /too long .* use \/export/);
  assert.deepEqual(written, []);
});

test("a program of the desktop gets the text but no keys, one that fails is skipped, and over SSH none is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cox-clipboard-"));
  try {
    const out = join(folder, "copied");
    for (const [name, body] of [
      ["wl-copy", "exit 1"],
      ["xclip", `cat > '${out}'; env > '${out}.env'`],
    ] as const) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const PATH = [folder, "/usr/bin", "/bin"].join(delimiter);
    const { written, write } = terminal();
    const line = await copyText("two\nlines", {
      env: { PATH, WAYLAND_DISPLAY: "w", DISPLAY: ":0", ANTHROPIC_API_KEY: "secret" },
      platform: "linux",
      write,
    });
    assert.equal(readFileSync(out, "utf8"), "two\nlines");
    assert.doesNotMatch(readFileSync(`${out}.env`, "utf8"), /secret/);
    assert.equal(line, "Copied 9 characters.");
    assert.deepEqual(written, []);
    await copyText("x", { env: { PATH, SSH_CONNECTION: "a b c d", DISPLAY: ":0" }, platform: "linux", write });
    assert.equal(written.length, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

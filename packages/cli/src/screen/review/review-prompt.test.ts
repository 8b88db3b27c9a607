import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskPrompt } from "../../task/index.ts";
import { reviewPrompt } from "./review-prompt.ts";

test("a comment has the place of its line, the line and its text; a removed line is named so", () => {
  const comments = [
    { name: "src/a.ts", line: { kind: "added", text: "const x = 1;  ", after: 4 }, text: "Use a name." },
    { name: "src/a.ts", line: { kind: "removed", text: "x".repeat(300), before: 7 }, text: "Why?" },
    { name: "b.png", text: "Too large." },
  ] as const;
  assert.equal(
    reviewPrompt(comments),
    [
      "Review comments on your changes:\n",
      "src/a.ts:4\n> const x = 1;\nUse a name.\n",
      `src/a.ts:7 (removed line)\n> ${"x".repeat(200)}…\nWhy?\n`,
      "b.png\nToo large.",
    ].join("\n"),
  );
});

test("a quoted line names no file to attach, and is sent as it is; the user's own mention does", async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "cox-review-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "secret"), "token");
  writeFileSync(join(cwd, "notes"), "hints");
  const text = 'f(@secret, @Inject() a); @"unclosed';
  const words = reviewPrompt([{ name: "a.ts", line: { kind: "added", text, after: 1 }, text: "See @notes" }]);
  const prompt = await taskPrompt({ words, piped: undefined, cwd, warn: assert.fail });
  const sent = JSON.stringify(prompt);
  assert.ok(sent.includes(JSON.stringify(`> ${text}\nSee @notes`).slice(1, -1)), sent);
  assert.doesNotMatch(sent, /token/);
  assert.match(sent, /hints/);
});

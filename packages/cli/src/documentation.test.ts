import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { THINKING_LEVELS } from "coxswain";
import { COMMANDS, TASK } from "./commands/index.ts";
import { TASK_OPTIONS } from "./options/index.ts";
import { EXIT, EXIT_MEANING } from "./process/index.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "cli.md"), "utf8");

test("docs/cli.md shows the help of the program and of each command as it is", () => {
  for (const { help } of [TASK, ...COMMANDS.values()]) assert.ok(page.includes(`\`\`\`\n${help}\`\`\`\n`), help);
});

test("docs/cli.md has the table of exit codes", () => {
  const rows = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_MEANING[name as keyof typeof EXIT]} |\n`);
  assert.ok(page.includes(rows.join("")), rows.join(""));
});

test("the levels of thinking are the library's", () => {
  assert.deepEqual(TASK_OPTIONS.thinking.choices, THINKING_LEVELS);
});

test("no help has a line over 140 characters", () => {
  for (const { help } of [TASK, ...COMMANDS.values()]) for (const line of help.split("\n")) assert.ok(line.length <= 140, line);
});

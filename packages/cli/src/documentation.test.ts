import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { THINKING_LEVELS } from "coxswain/providers";
import { COMMANDS, TASK } from "./registry.ts";
import { SETTING_OPTIONS } from "./commands/index.ts";
import { SYSTEM_SUBTYPES } from "./stream-json/index.ts";
import { EXIT, EXIT_MEANING } from "./process/index.ts";

const path = join(import.meta.dirname, "..", "..", "..", "docs", "cli.md");
const page = readFileSync(path, "utf8");

/** `UPDATE_DOCS=1` replaces the block that starts with the same line by the current help. */
test("docs/cli.md contains the current help of the program and of each command", () => {
  const helps = [TASK, ...COMMANDS.values()].map(({ help }) => help);
  if (process.env["UPDATE_DOCS"] === "1") {
    const blocks = page.split("```\n");
    const first = (text: string): string => text.slice(0, text.indexOf("\n"));
    writeFileSync(path, blocks.map((block) => helps.find((help) => first(help) === first(block)) ?? block).join("```\n"));
  }
  for (const help of helps) assert.ok(readFileSync(path, "utf8").includes(`\`\`\`\n${help}\`\`\`\n`), help);
});

test("docs/cli.md has the table of exit codes", () => {
  const rows = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_MEANING[name as keyof typeof EXIT]} |\n`);
  assert.ok(page.includes(rows.join("")), rows.join(""));
});

test("lists the same thinking levels as the library", () => {
  assert.deepEqual(SETTING_OPTIONS.thinking.choices, THINKING_LEVELS);
});

test("limits help lines to 140 characters", () => {
  for (const { help } of [TASK, ...COMMANDS.values()]) for (const line of help.split("\n")) assert.ok(line.length <= 140, line);
});

test("docs/cli.md has every subtype of a system line of stream-json", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `system` / "));
  const documented = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  assert.deepEqual(documented.filter((name) => name !== "system").toSorted(), [...SYSTEM_SUBTYPES].toSorted());
});

test("builds system lines of stream-json in one place", () => {
  const folder = import.meta.dirname;
  const files = globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".test.ts"));
  const builders = files.filter((name) => readFileSync(join(folder, name), "utf8").includes('type: "system"'));
  assert.deepEqual(builders, [join("stream-json", "system-objects.ts")]);
});

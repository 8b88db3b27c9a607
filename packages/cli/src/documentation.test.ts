import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { THINKING_LEVELS } from "coxswain/providers";
import { COMMANDS, TASK } from "./registry.ts";
import { SETTING_OPTIONS } from "./commands/index.ts";
import { SCREEN_COMMANDS } from "./screen/index.ts";
import { STREAM_OBJECTS } from "./stream-json/index.ts";
import { EXIT, EXIT_MEANING } from "./process/index.ts";

const path = join(import.meta.dirname, "..", "..", "..", "docs", "cli.md");
const read = (): string => readFileSync(path, "utf8");

/** Width of the help on the page. */
const COLUMNS = 100;

/** `UPDATE_DOCS=1` updates the help, each block by its first line, and the table of stream-json. */
const update = process.env["UPDATE_DOCS"] === "1";

test("docs/cli.md contains the current help of the program and of each command", () => {
  const helps = [TASK, ...COMMANDS.values()].map(({ help }) => help(COLUMNS));
  if (update) {
    const blocks = read().split("```\n");
    const first = (text: string): string => text.slice(0, text.indexOf("\n"));
    writeFileSync(path, blocks.map((block) => helps.find((help) => first(help) === first(block)) ?? block).join("```\n"));
  }
  for (const help of helps) assert.ok(read().includes(`\`\`\`\n${help}\`\`\`\n`), help);
});

test("docs/cli.md has the table of exit codes", () => {
  const rows = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${EXIT_MEANING[name as keyof typeof EXIT]} |\n`);
  assert.ok(read().includes(rows.join("")), rows.join(""));
});

test("lists the same thinking levels as the library", () => {
  assert.deepEqual(SETTING_OPTIONS.thinking.choices, THINKING_LEVELS);
});

test("wraps the help of each command at any width", () => {
  for (const { help } of [TASK, ...COMMANDS.values()]) {
    for (const columns of [60, 80, COLUMNS, 140]) for (const line of help(columns).split("\n")) assert.ok(line.length <= columns, line);
  }
});

/** Checks a generated table between `<!-- NAME -->` and `<!-- /NAME -->`, or updates it. */
const checkTable = (name: string, head: readonly string[], rows: readonly (readonly string[])[]): void => {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const table = lines.join("\n");
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  if (update) {
    const [before = "", rest = ""] = read().split(start);
    writeFileSync(path, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ""}`);
  }
  const shown = read().split(start)[1]?.split(end)[0] ?? "";
  assert.equal(shown.trim(), table, `UPDATE_DOCS=1 node --conditions=coxswain-source --test ${import.meta.filename}`);
};

test("docs/cli.md lists every object of stream-json with its description", () => {
  checkTable(
    "stream-json",
    ["`type`", "content"],
    Object.entries(STREAM_OBJECTS).map(([name, about]) => [`\`${name.replace("/", "` / `")}\``, about]),
  );
});

test("docs/cli.md lists every command of an interactive session", () => {
  checkTable(
    "screen-commands",
    ["command", "effect"],
    SCREEN_COMMANDS.map(({ name, arguments: words, summary }) => [
      `\`/${words === undefined ? name : `${name} ${words.replaceAll("|", "\\|")}`}\``,
      `${summary}.`,
    ]),
  );
});

test("creates system objects of stream-json in one place", () => {
  const folder = import.meta.dirname;
  const files = globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".test.ts"));
  const creators = files.filter((name) => readFileSync(join(folder, name), "utf8").includes('type: "system"'));
  assert.deepEqual(creators, [join("stream-json", "stream-object.ts")]);
});

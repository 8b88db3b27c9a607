import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadSettingsFile } from "coxswain/settings";
import { configure } from "../configuration/index.ts";
import { parseTheme, parseUserKeys } from "../screen/index.ts";
import { readLooks } from "./looks.ts";

const root = mkdtempSync(join(tmpdir(), "cox-looks-"));
after(() => rmSync(root, { recursive: true }));

let homes = 0;

/** Reads the looks of a user with these files. */
const looksOf = async (files: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}) => {
  const home = join(root, `home${++homes}`);
  const project = join(home, "project");
  mkdirSync(join(home, "themes"), { recursive: true });
  mkdirSync(join(project, ".coxswain"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), JSON.stringify(content));
  const configuration = await configure({ env: { COX_HOME: home, ...env }, cwd: project, trust: true });
  return { home, configuration, looks: readLooks(configuration, { env: { TERM: "xterm-256color", ...env } }, [], { hyperlinks: false }) };
};

test("without files the usual looks are in effect", async () => {
  const { looks } = await looksOf({});
  assert.deepEqual(looks.problems, []);
  assert.equal(looks.themes.name, "default");
  assert.equal(looks.motion, true);
});

test("the settings select a theme of the user and reduced motion", async () => {
  const { looks } = await looksOf({ "settings.json": { theme: "mine", motion: "reduced" }, "themes/mine.json": { accent: "208" } });
  assert.deepEqual(looks.problems, []);
  assert.equal(looks.themes.theme.accent("x"), "\u001b[38;5;208mx\u001b[39m");
  assert.equal(looks.motion, false);
});

test("faults of the files are reported with the file's name, once", async () => {
  const { looks } = await looksOf({
    "settings.json": { theme: "mien" },
    "themes/mine.json": {},
    "keys.json": { quue: "alt+q", queue: "ctrl+o" },
  });
  assert.deepEqual(looks.problems, [
    'keys.json: no action "quue"; did you mean queue?',
    "expand has no key: ctrl+o is the key of queue.",
    'no theme "mien"; did you mean mine? Themes: default, auto, light, dark, high-contrast, colorless, mine.',
  ]);
});

test("NO_COLOR removes the colors of every theme, and asks the terminal nothing", async () => {
  const files = { "settings.json": { theme: "mine" }, "themes/mine.json": { accent: "bold red" } };
  const { looks } = await looksOf(files, { NO_COLOR: "1" });
  assert.equal(looks.themes.theme.accent("x"), "\u001b[1mx\u001b[22m");
  assert.equal(looks.followsBackground, false);
});

test("the theme auto follows the terminal's background", async () => {
  const { looks } = await looksOf({ "settings.json": { theme: "auto" } }, { COLORFGBG: "0;15" });
  const onLight = looks.themes.theme.accent("x");
  assert.equal(looks.report({ kind: "background", rgb: [0, 0, 0] }), true);
  assert.notEqual(looks.themes.theme.accent("x"), onLight);
  assert.equal(looks.report({ kind: "scheme", scheme: "light" }), true);
  assert.equal(looks.themes.theme.accent("x"), onLight);
  assert.equal(looks.report({ kind: "focus", hasFocus: true }), false);
});

test("a trusted project changes none of it, and a saved theme is in the user's file", async () => {
  const { home, configuration, looks } = await looksOf({
    "project/.coxswain/settings.json": { theme: "dark", motion: "reduced", statusLine: { type: "command", command: "touch pwned" } },
  });
  assert.equal(looks.themes.name, "default");
  assert.equal(looks.motion, true);
  assert.equal(configuration.settings.statusLine, undefined);
  await looks.saveTheme("light");
  assert.deepEqual(JSON.parse(readFileSync(join(home, "settings.json"), "utf8")), { theme: "light" });
});

test("the examples of docs/appearance.md are valid", async () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "..", "docs", "appearance.md"), "utf8");
  const examples = (language: string): readonly string[] =>
    [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = ""]) => (name === language ? [text] : []));
  const [theme = "", keys = ""] = examples("json");
  assert.deepEqual(parseTheme(theme).problems, []);
  assert.deepEqual(parseUserKeys(keys).problems, []);
  assert.equal(examples("jsonc").length, 2);
  for (const [at, text] of examples("jsonc").entries()) {
    const path = join(root, `example${at}.json`);
    writeFileSync(path, text);
    assert.deepEqual((await loadSettingsFile(path)).warnings, []);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMANDS, TASK } from "../registry.ts";
import { candidates, type FindValues } from "./candidates.ts";
import { slotsAfter } from "./usage.ts";

const VALUES: FindValues = (name) =>
  Promise.resolve([
    { text: `some-${name.toLowerCase()}`, about: "" },
    { text: "has a space", about: "" },
  ]);

const complete = async (...words: readonly string[]) => {
  const { words: found, paths } = await candidates(words, { commands: COMMANDS, task: TASK }, VALUES);
  return [...found.map(({ text }) => text), ...(paths === undefined ? [] : [`:${paths}`])];
};

test("completes the first word with commands and their summaries", async () => {
  assert.deepEqual(await complete("ses"), ["sessions"]);
  assert.deepEqual(await complete(""), [...COMMANDS.keys()]);
  assert.deepEqual(await complete("help", "mod"), ["models"]);
  const { words } = await candidates(["doct"], { commands: COMMANDS, task: TASK }, VALUES);
  assert.deepEqual(words, [{ text: "doctor", about: "Check the installation." }]);
});

test("completes a dash with the options of the command or of a task", async () => {
  assert.deepEqual(await complete("models", "--"), ["--all", "--json", "--help", "--version"]);
  assert.deepEqual(await complete("--max-t"), ["--max-turns", "--max-time"]);
  assert.deepEqual(await complete("Fix it", "--max-b"), ["--max-budget-usd"]);
  assert.deepEqual(await complete("--", "--max-t"), []);
});

test("completes an option's value with its choices or the values of its placeholder", async () => {
  assert.deepEqual(await complete("--output-format", "s"), ["stream-json"]);
  assert.deepEqual(await complete("--output-format=j"), ["--output-format=json"]);
  assert.deepEqual(await complete("-m", ""), ["some-ref"]);
  assert.deepEqual(await complete("--yes", "-cm", ""), ["some-ref"]);
  assert.deepEqual(await complete("--model=some"), ["--model=some-ref"]);
  assert.deepEqual(await complete("--cwd", ""), ["some-dir", ":folders"]);
  assert.deepEqual(await complete("sessions", "export", "1", "-o", ""), ["some-file", ":files"]);
  assert.deepEqual(await complete("--model", "x", "--thin"), ["--thinking"]);
});

test("completes a command's arguments with its actions and their values", async () => {
  assert.deepEqual(await complete("auth", ""), ["list", "set", "remove", "check"]);
  assert.deepEqual(await complete("auth", "set", ""), ["some-provider"]);
  assert.deepEqual(await complete("auth", "--json", "check", "a", ""), ["some-provider"]);
  assert.deepEqual(await complete("sessions", "--all", "show", ""), ["some-id"]);
  assert.deepEqual(await complete("sessions", "import", "a", ""), ["some-file", ":files"]);
  assert.deepEqual(await complete("sessions", "trash", ""), ["list", "empty", "restore"]);
  assert.deepEqual(await complete("doctor", ""), []);
});

test("completes nothing in a task", async () => {
  assert.deepEqual(await complete("Mend", ""), []);
});

test("completes every action in a command's help", () => {
  for (const [name, { page }] of COMMANDS) {
    const words = new Set(slotsAfter(page.usage, []).flatMap((slot) => slot.words));
    for (const action of Object.keys(page.lists?.["Actions"] ?? {})) assert.ok(words.has(action), `${name} ${action}`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validSettings } from "./any-settings.fixture.ts";
import { withSetting } from "./edit-settings.ts";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import { settingsShape } from "./settings-shape.ts";

const edit = (source: string, key: string, value?: unknown, layer: "user" | "project" = "user") =>
  withSetting({ source, path: "/c/settings.json", layer }, key, value);

test("sets a setting in a file and preserves the rest, including comments", () => {
  const source = '// mine\n{\n  // the best\n  "model": "a/b", // really\n  "budget": { "tokens": 5 },\n}\n';
  assert.equal(edit(source, "model", "c/d"), '// mine\n{\n  // the best\n  "model": "c/d", // really\n  "budget": { "tokens": 5 },\n}\n');
  assert.match(edit(source, "budget.usd", 2), /^\/\/ mine\n\{\n {2}\/\/ the best\n {2}"model": "a\/b", \/\/ really\n/);
  assert.deepEqual(parseSettings(edit(source, "budget.usd", 2), "x", "user").settings.budget, { tokens: 5, usd: 2 });
});

test("a file that is empty or has only comments becomes one with the setting", () => {
  for (const source of ["", "\n", "// nothing yet\n", "{}", "/* a */ {\n}\n"]) {
    const edited = edit(source, "retry.tries", 0);
    assert.deepEqual(parseSettings(edited, "x", "user").settings, { retry: { tries: 0 } }, edited);
    assert.ok(edited.includes("nothing yet") === source.includes("nothing yet"), edited);
  }
});

test("uses the line ends and tabs of the file", () => {
  assert.equal(edit('{\r\n\t"model": "a/b"\r\n}\r\n', "steerMode", "skip"), '{\r\n\t"model": "a/b",\r\n\t"steerMode": "skip"\r\n}\r\n');
});

test("removes a setting, and leaves the file unchanged if it does not exist", () => {
  assert.equal(edit('{\n  "model": "a/b",\n  "thinking": "low"\n}\n', "model"), '{\n  "thinking": "low"\n}\n');
  assert.equal(edit('{ "model": "a/b", "thinking": "low" }', "model"), '{ "thinking": "low" }\n');
  assert.equal(edit('{ "thinking": "low", "model": "a/b" }', "model"), '{ "thinking": "low" }\n');
  assert.equal(edit('{ "model": "a/b" }', "model"), "{ }\n");
  assert.equal(
    edit('{\n  // one\n  "model": "a/b", // two\n  // three\n  "titles": false\n}\n', "model"),
    '{\n  // one\n  // two\n  // three\n  "titles": false\n}\n',
  );
  assert.equal(edit('{\n  "titles": false,\n  "model": "a/b"\n}\n', "model"), '{\n  "titles": false\n}\n');
  assert.equal(edit('{ "thinking": "low" }\n', "model"), '{ "thinking": "low" }\n');
  assert.equal(edit("", "model"), "");
});

test("a duplicate name appears once afterwards", () => {
  const twice = '{ "model": "a/b", "model": "c/d" }';
  assert.deepEqual(parseSettings(edit(twice, "model", "e/f"), "x", "user"), { settings: { model: "e/f" }, warnings: [] });
  assert.deepEqual(parseSettings(edit(twice, "model"), "x", "user"), { settings: {}, warnings: [] });
});

test("rejects a value that the reader would reject, in one line without a position", () => {
  const refuses = (key: string, value: unknown, message: string) => assert.throws(() => edit("{}", key, value), new SettingsError(message));
  refuses("maxTurns", "many", '"maxTurns" must be an integer of 0 or more, not a string.');
  refuses("thinking", "hihg", '"thinking" must be one of off, minimal, low, medium, high, xhigh, not "hihg".');
  refuses("models.a/b.price.input", 1, '"models.a/b.price" needs "output".');
  refuses("budget", { uds: 1 }, 'unknown setting "budget.uds"; did you mean "usd"?');
  refuses("nope", 1, 'Unknown setting "nope".');
});

test("an unreadable file is not overwritten", () => {
  assert.throws(() => edit('{ "model": }', "model", "a/b"), new SettingsError("/c/settings.json:1:12: invalid JSON: value expected."));
});

test("a project's file rejects settings that a project may not set", () => {
  assert.throws(
    () => edit("", "environment.allow", ["X"], "project"),
    new SettingsError('"environment.allow" cannot be set by a project; set it in your user settings.'),
  );
  assert.match(edit("", "maxTurns", 5, "project"), /"maxTurns": 5/);
});

test("setting one value changes only that value, for any file", () => {
  fc.assert(
    fc.property(validSettings(settingsShape.schema), fc.integer({ min: 0, max: 100 }), fc.boolean(), (before, turns, wide) => {
      const source = JSON.stringify(before, null, wide ? 2 : 0);
      const after = parseSettings(edit(source, "maxTurns", turns), "x", "user");
      const expected = parseSettings(JSON.stringify({ ...before, maxTurns: turns }), "x", "user");
      assert.deepEqual(after, expected);
    }),
  );
});

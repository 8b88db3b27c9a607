import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import type { Settings } from "./settings.ts";

const parse = (source: string, layer: "user" | "project" = "user") => parseSettings(source, "/c/settings.json", layer);
const refuses = (source: string, message: string): void =>
  assert.throws(() => parse(source), new SettingsError(`/c/settings.json${message}`));

const EVERYTHING: Settings = {
  model: "anthropic/claude-sonnet-4-5",
  thinking: "high",
  maxTurns: 0,
  allow: ["bash"],
  providers: {
    "my-server": {
      baseURL: "http://127.0.0.1:8080/v1",
      apiKeyEnv: "MY_KEY",
      headers: { "X-Team": "blue" },
      models: { small: { contextWindow: 8192 }, large: {} },
      api: "anthropic",
    },
  },
  models: {
    "my-server/small": {
      name: "Small",
      contextWindow: 32_768,
      maxOutput: 4096,
      vision: false,
      thinking: ["off", "high"],
      price: { input: 0, output: 0.5, cacheRead: 0.1, cacheWrite: 0.2, tiers: [{ above: 200_000, input: 1, output: 2 }] },
    },
  },
  shellPrefix: "shopt -s expand_aliases;",
  environment: { allow: ["NPM_TOKEN"] },
  timeouts: { noBytesSeconds: 30, noContentSeconds: 600 },
  toolExecution: "sequential",
  steerMode: "after-batch",
  onAbort: "keep",
};

test("every setting is read as written", () => {
  assert.deepEqual(parse(JSON.stringify(EVERYTHING)), { settings: EVERYTHING, warnings: [] });
});

test("accepts comments, trailing commas and $schema", () => {
  const source = '// mine\n{ "$schema": "https://example.org/s.json", /* the best */ "model": "a/b", "allow": ["bash",], }';
  assert.deepEqual(parse(source), { settings: { model: "a/b", allow: ["bash"] }, warnings: [] });
});

test("a file that is empty or has only comments sets no settings", () => {
  for (const source of ["", "\n", "// nothing yet\n"]) assert.deepEqual(parse(source).settings, {});
});

test("reports invalid JSON with line and column", () => {
  refuses('{\n  "model": "a/b"\n  "thinking": "off"\n}', ":3:3: invalid JSON: comma expected.");
  refuses("{ model: 1 }", ":1:3: invalid JSON: invalid symbol.");
  refuses('{ "model": ', ":1:12: invalid JSON: value expected.");
  refuses("{} {}", ":1:4: invalid JSON: end of file expected.");
});

test("reports an invalid value with line, column, the problem and the expected value", () => {
  refuses('{\r\n  "thinking": "hihg"\r\n}', ':2:15: "thinking" must be one of off, minimal, low, medium, high, xhigh, not "hihg".');
  refuses('{ "maxTurns": -1 }', ':1:15: "maxTurns" must be an integer of 0 or more, not -1.');
  refuses('{ "maxTurns": "5" }', ':1:15: "maxTurns" must be an integer of 0 or more, not a string.');
  refuses('{ "maxTurns": 1e999 }', ':1:15: "maxTurns" must be an integer of 0 or more, not Infinity.');
  refuses('{ "model": "" }', ':1:12: "model" must be a model reference such as provider/model.');
  refuses('{ "allow": "bash" }', ':1:12: "allow" must be an array, not a string.');
  refuses('{ "allow": ["bash", null] }', ':1:21: "allow.1" must be a tool\'s name, not null.');
  refuses('{ "timeouts": [] }', ':1:15: "timeouts" must be an object, not an array.');
  refuses("[]", ":1:1: the file must be an object, not an array.");
});

test("reports missing and unknown names of nested objects", () => {
  refuses('{ "models": { "a/b": { "price": { "input": 1 } } } }', ':1:33: "models.a/b.price" needs "output".');
  refuses('{ "providers": { "x": { "baseURL": "ftp://x" } } }', ':1:36: "providers.x.baseURL" must be an http or https URL.');
  refuses('{ "providers": { "a/b": {} } }', ':1:18: "providers.a/b": the name must be lower-case letters, digits, dots and hyphens.');
  refuses('{ "models": { "gpt": {} } }', ':1:15: "models.gpt": the name must be a model reference such as provider/model.');
});

test("L24: a key in the wrong place is not shown", () => {
  const source = '{ "providers": { "x": { "baseURL": "https://x.example", "apiKeyEnv": "sk-canary-4711" } } }';
  assert.throws(
    () => parse(source),
    (error: SettingsError) => !error.message.includes("canary") && error.message.includes("apiKeyEnv"),
  );
  refuses(
    '{ "providers": { "x": { "api": "sk-canary-0123456789" } } }',
    ':1:32: "providers.x.api" must be one of openai-chat, openai-responses, anthropic, google, not a string.',
  );
});

test("an unknown setting is a warning with the nearest existing name, at any depth", () => {
  assert.deepEqual(parse('{\n  "modle": "a/b",\n  "timeouts": { "noByteSeconds": 5 },\n  "zzz": [1]\n}'), {
    settings: { timeouts: {} },
    warnings: [
      '/c/settings.json:2:3: unknown setting "modle"; did you mean "model"?',
      '/c/settings.json:3:17: unknown setting "timeouts.noByteSeconds"; did you mean "noBytesSeconds"?',
      '/c/settings.json:4:3: unknown setting "zzz".',
    ],
  });
});

test("a duplicate setting is a warning, and the later one wins", () => {
  assert.deepEqual(parse('{ "model": "a/b", "model": "c/d" }'), {
    settings: { model: "c/d" },
    warnings: ['/c/settings.json:1:19: "model" is set twice; the later one counts.'],
  });
});

test("a project cannot set where secrets are sent or which commands run, even with an invalid value", () => {
  const source = '{ "allow": 1, "providers": {}, "models": {}, "environment": {}, "maxTurns": 5 }';
  const { settings, warnings } = parse(source, "project");
  assert.deepEqual(settings, { maxTurns: 5 });
  assert.equal(warnings.length, 4);
  assert.equal(warnings[0], '/c/settings.json:1:3: "allow" cannot be set by a project; set it in your user settings.');
});

test("names with a meaning in JavaScript are ordinary names", () => {
  const { settings, warnings } = parse('{ "__proto__": { "allow": ["bash"] }, "constructor": 1 }', "project");
  assert.deepEqual(Object.keys(settings), []);
  assert.equal(settings.allow, undefined);
  assert.equal(warnings.length, 2);
});

test("nesting beyond the parser's limit is an ordinary error", () => {
  refuses("[".repeat(500_000), ": it is nested too deeply.");
});

test("any input is read, or rejected with a SettingsError of one line", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"model"',
    '"allow"',
    '"',
    "//",
    "/*",
    "*/",
    "\\",
    "1",
    "-",
    "null",
    " ",
    "\n",
    "\u0000",
    "\u2028",
  );
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (source) => onlySettingsErrors(source)),
    { numRuns: 300 },
  );
});

test("any JSON is read, or rejected with a SettingsError of one line, including existing names with values of any type", () => {
  const names = fc.constantFrom(...Object.keys(EVERYTHING), "__proto__", "toString", "baseURL", "price");
  const json = fc.letrec((again) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue(),
      fc.dictionary(names, again("value")),
      fc.array(again("value"), { maxLength: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, (value) => onlySettingsErrors(JSON.stringify(value))),
    { numRuns: 300 },
  );
});

const onlySettingsErrors = (source: string): void => {
  for (const layer of ["user", "project"] as const) {
    try {
      const { settings } = parse(source, layer);
      assert.ok(Object.keys(settings).every((key) => key in EVERYTHING));
      if (layer === "project") assert.ok(!("allow" in settings) && !("providers" in settings));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      assert.ok(!error.message.includes("\n"));
    }
  }
};

test("reports each of several invalid values on one line, together with warnings, up to a limit", () => {
  const linesOf = (source: string): readonly string[] => {
    try {
      parse(source);
    } catch (error) {
      assert.ok(error instanceof SettingsError);
      return [error.message, ...error.also].map((line) => line.replace("/c/settings.json", ""));
    }
    return [];
  };
  assert.deepEqual(
    linesOf(`{
  "modle": "a/b",
  "maxTurns": "many",
  "allow": ["bash", 5, 6],
  "retry": { "tries": -1, "trie": 2, "capSeconds": "x" },
  "models": { "noslash": {}, "a/b": { "vision": "yes" } },
  "titles": true
}`),
    [
      ':3:15: "maxTurns" must be an integer of 0 or more, not a string.',
      ':4:21: "allow.1" must be a tool\'s name, not 5.',
      ':4:24: "allow.2" must be a tool\'s name, not 6.',
      ':5:23: "retry.tries" must be an integer of 0 or more, not -1.',
      ':5:52: "retry.capSeconds" must be a number of 0 or more, not a string.',
      ':6:15: "models.noslash": the name must be a model reference such as provider/model.',
      ':6:49: "models.a/b.vision" must be true or false, not a string.',
      ':2:3: unknown setting "modle"; did you mean "model"?',
      ':5:27: unknown setting "retry.trie"; did you mean "tries"?',
    ],
  );
  const many = linesOf(JSON.stringify({ allow: Array.from({ length: 1_000 }, () => 5) }));
  assert.deepEqual([many.length, many.at(-1)], [22, ": and 979 more."]);
});

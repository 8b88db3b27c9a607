import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { validSettings, invalidSettings } from "./any-settings.fixture.ts";
import { SettingsError } from "./errors.ts";
import { parseSettings } from "./parse-settings.ts";
import { settingsSchema } from "./settings-schema.ts";

const schema = await settingsSchema();
const validator = new Validator(schema, "2020-12");

/** Returns true if the file is read without an error or warning. */
const isRead = (value: unknown): boolean => {
  try {
    return parseSettings(JSON.stringify(value), "settings.json", "user").warnings.length === 0;
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return false;
  }
};

test("the schema accepts every file that is read without an error or warning", () => {
  fc.assert(
    fc.property(validSettings(schema), (value) => {
      assert.ok(isRead(value));
      assert.ok(validator.validate(value).valid);
    }),
  );
});

test("the schema accepts and rejects the same files as the parser, for any defect at any depth", () => {
  let refused = 0;
  fc.assert(
    fc.property(invalidSettings(schema), (value) => {
      assert.equal(validator.validate(value).valid, isRead(value));
      if (!isRead(value)) refused += 1;
    }),
    { numRuns: 500 },
  );
  assert.ok(refused > 100, `only ${refused} were wrong`);
});

test("the schema contains each setting's description, valid values and default", () => {
  const properties = schema["properties"] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  assert.deepEqual(properties["$schema"], { type: "string", minLength: 1 });
  for (const [name, property] of Object.entries(properties)) {
    if (name !== "$schema") assert.ok(String(property["description"]).length > 10, name);
  }
  assert.equal(properties["onAbort"]?.["default"], "discard");
  assert.deepEqual(properties["onAbort"]?.["enum"], ["discard", "keep"]);
  assert.equal(properties["allow"]?.["x-project"], "never");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { enumField, booleanField, optional, stringField, toolInput, integerField } from "./input.ts";

const { "~standard": standard } = toolInput({
  path: stringField("A path."),
  count: integerField("A count.", { min: 1, max: 9 }),
  all: optional(booleanField("All of it.")),
  mode: optional(enumField("How.", ["fast", "slow"])),
});

const judge = async (value: unknown) => standard.validate(value);
const problems = async (value: unknown) =>
  (await judge(value)).issues?.map((issue) => [...(issue.path ?? []), issue.message].map(String).join(" ")) ?? [];

test("returns valid arguments unchanged, and undefined for omitted and null ones", async () => {
  assert.deepEqual(await judge({ path: "a", count: 3, all: null }), { value: { path: "a", count: 3, all: undefined, mode: undefined } });
});

test("accepts numbers and booleans in quotes, and ignores unknown arguments", async () => {
  assert.deepEqual(await judge({ path: "a", count: "3", all: "true", mode: "slow", extra: 1 }), {
    value: { path: "a", count: 3, all: true, mode: "slow" },
  });
});

test("P15: reports a value of the wrong type with the name of its argument", async () => {
  assert.deepEqual(await problems({ path: 1, count: 1.5, all: "yes", mode: "odd" }), [
    "path must be a string",
    "count must be an integer from 1 to 9",
    "all must be true or false",
    "mode must be one of fast, slow",
  ]);
  assert.deepEqual(await problems({ path: "a", count: 10 }), ["count must be an integer from 1 to 9"]);
  assert.deepEqual(await problems("text"), ["must be an object"]);
  assert.deepEqual(await problems([]), ["must be an object"]);
});

test("reports a missing argument together with the unknown ones", async () => {
  assert.deepEqual(await problems({ file_path: "a", count: 1 }), ['path is missing (unknown: "file_path")']);
  assert.deepEqual(await problems({ path: "a" }), ["count is missing"]);
});

test("the JSON Schema for the model contains the same arguments", () => {
  assert.deepEqual(standard.jsonSchema.input({ target: "draft-2020-12" }), {
    type: "object",
    properties: {
      path: { type: "string", description: "A path." },
      count: { type: "integer", description: "A count.", minimum: 1, maximum: 9 },
      all: { type: "boolean", description: "All of it." },
      mode: { type: "string", description: "How.", enum: ["fast", "slow"] },
    },
    required: ["path", "count"],
    additionalProperties: false,
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { choice, flag, optional, text, toolInput, whole } from "./input.ts";

const { "~standard": standard } = toolInput({
  path: text("A path."),
  count: whole("A count.", { min: 1, max: 9 }),
  all: optional(flag("All of it.")),
  mode: optional(choice("How.", ["fast", "slow"])),
});

const judge = async (value: unknown) => standard.validate(value);
const problems = async (value: unknown) =>
  (await judge(value)).issues?.map((issue) => [...(issue.path ?? []), issue.message].map(String).join(" ")) ?? [];

test("arguments that fit come back as they are, and what is left out or null is undefined", async () => {
  assert.deepEqual(await judge({ path: "a", count: 3, all: null }), { value: { path: "a", count: 3, all: undefined, mode: undefined } });
});

test("numbers and truths in quotes are taken, and arguments that are not named are passed over", async () => {
  assert.deepEqual(await judge({ path: "a", count: "3", all: "true", mode: "slow", extra: 1 }), {
    value: { path: "a", count: 3, all: true, mode: "slow" },
  });
});

test("P15: a value of the wrong type is a problem, by name", async () => {
  assert.deepEqual(await problems({ path: 1, count: 1.5, all: "yes", mode: "odd" }), [
    "path has to be a string",
    "count has to be a whole number from 1 to 9",
    "all has to be true or false",
    "mode has to be one of fast, slow",
  ]);
  assert.deepEqual(await problems({ path: "a", count: 10 }), ["count has to be a whole number from 1 to 9"]);
  assert.deepEqual(await problems("text"), ["has to be an object"]);
  assert.deepEqual(await problems([]), ["has to be an object"]);
});

test("a missing argument is told together with the ones that are unknown", async () => {
  assert.deepEqual(await problems({ file_path: "a", count: 1 }), ['path is missing (there is no "file_path")']);
  assert.deepEqual(await problems({ path: "a" }), ["count is missing"]);
});

test("the model is shown the same arguments as JSON Schema", () => {
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerValidator } from "./answer-validator.ts";

const judged = async (schema: Record<string, unknown>, value: unknown): Promise<readonly string[]> =>
  (await answerValidator(schema))(value);

test("reports each error on a line with its location", async () => {
  const schema = {
    properties: { items: { items: { properties: { "a/b": { type: "string" }, kind: { enum: ["x", "y"] } }, required: ["a/b"] } } },
    propertyNames: { maxLength: 5 },
  };
  assert.deepEqual(await judged(schema, { items: [{ "a/b": "" }, { "a/b": 1, kind: "z" }, {}] }), [
    'items.1.a/b: instance type "number" is invalid. Expected "string"',
    'items.1.kind: instance does not match any of ["x","y"]',
    'items.2: instance does not have required property "a/b"',
  ]);
});

test("reports the errors of each alternative", async () => {
  const lines = await judged({ anyOf: [{ type: "string" }, { type: "object", required: ["a"] }] }, {});
  assert.deepEqual(lines, [
    "instance does not match any subschemas",
    'instance type "object" is invalid. Expected "string"',
    'instance does not have required property "a"',
  ]);
});

test("validates with the schema's own draft, and does not modify the schema", async () => {
  const seventh = Object.freeze({
    $schema: "http://json-schema.org/draft-07/schema#",
    items: [{ type: "string" }],
    additionalItems: false,
  });
  assert.deepEqual(await judged(seventh, ["a"]), []);
  assert.deepEqual(await judged(seventh, ["a", "b"]), ["1: is not allowed"]);
  assert.deepEqual(Object.getOwnPropertyNames(seventh), ["$schema", "items", "additionalItems"]);
});

test("reports the first twenty errors, and shortens long ones", async () => {
  const lines = await judged(
    { items: { type: "string" } },
    Array.from({ length: 50 }, () => 1),
  );
  assert.equal(lines.length, 21);
  assert.equal(lines.at(-1), "and 30 more");
  const [long] = await judged({ enum: ["x".repeat(1000)] }, "y");
  assert.equal(long?.length, 300);
});

test("reports a schema with circular references, and a value that is nested too deeply", async () => {
  const [line] = await judged({ $ref: "#" }, 1);
  assert.match(line ?? "", /^it cannot be validated: /);
  const deep = JSON.parse(`${"[".repeat(6000)}${"]".repeat(6000)}`) as unknown;
  assert.match((await judged({ items: { $ref: "#" } }, deep))[0] ?? "", /^it cannot be validated: /);
});

test("aborts a validation that takes too long, for a regular expression and for recursive references", async () => {
  const [slow] = await judged({ pattern: "^(a+)+$" }, `${"a".repeat(60)}!`);
  assert.equal(slow, "it cannot be validated within 1 s");
  const names = Array.from({ length: 40 }, (_, at) => at);
  const twice = (at: number) => ({ allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] });
  const $defs = { ...Object.fromEntries(names.map((at) => [`d${at}`, twice(at)])), d40: { type: "number" } };
  const [wide] = await judged({ $defs, $ref: "#/$defs/d0" }, 1);
  assert.equal(wide, "it cannot be validated within 1 s");
});

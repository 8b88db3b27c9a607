import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { checkOutputSchema, outputFault } from "./output-fault.ts";
import { schemaProblem } from "./schema-problem.ts";

test("reports the problem of a schema in one line with its location", () => {
  const lines: readonly (readonly [Record<string, unknown>, string])[] = [
    [
      { properties: { a: { type: "text" } } },
      '#/properties/a/type "text" is not a type; use one of array, boolean, integer, null, number, object, string.',
    ],
    [{ type: [] }, "#/type an empty array is not a type; use one of array, boolean, integer, null, number, object, string."],
    [{ properties: ["a"] }, "#/properties must be an object."],
    [{ anyOf: { a: {} } }, "#/anyOf must be an array."],
    [{ anyOf: [{}, 7] }, "#/anyOf/1 is not a schema."],
    [{ items: "string" }, "#/items is not a schema."],
    [{ required: "a" }, "#/required must be an array of strings."],
    [{ enum: "a" }, "#/enum must be an array."],
    [{ pattern: "(" }, '#/pattern "(" is not a regular expression.'],
    [{ patternProperties: { "[": {} } }, '#/patternProperties "[" is not a regular expression.'],
    [{ minItems: -1 }, "#/minItems must be an integer of 0 or more."],
    [{ multipleOf: 0 }, "#/multipleOf must be a number above 0."],
    [{ $dynamicRef: "#a" }, "#/$dynamicRef is not supported; write $ref."],
    [{ properties: { a: { $id: "b" } } }, "#/properties/a has an $id; only the root schema may have one."],
    [{ $schema: "https://example.com/my-draft" }, '"https://example.com/my-draft" is not a supported draft.'],
    [{ $ref: "#/$defs/a" }, "#/$ref refers to #/$defs/a, which is not a schema."],
    [{ $ref: "#a" }, "#/$ref refers to #a, which is not a schema."],
  ];
  for (const [schema, line] of lines) assert.equal(schemaProblem(schema), line);
});

test("rejects references out of the schema: nothing is fetched", () => {
  for (const reference of ["https://example.com/person.json", "person.json", "//127.0.0.1/a", "file:///etc/passwd"]) {
    const problem = schemaProblem({ items: { $ref: reference } });
    assert.equal(problem, `#/items/$ref refers to ${reference}, outside of the schema. Nothing is fetched; put it under $defs.`);
  }
});

test("accepts a schema that refers to its own parts, including zod's schema of a recursive type", () => {
  assert.equal(schemaProblem({ $defs: { "a/b": { type: "string" } }, items: { $ref: "#/$defs/a~1b" } }), undefined);
  assert.equal(schemaProblem({ $defs: { a: { $anchor: "here" } }, $ref: "#here" }), undefined);
  assert.equal(schemaProblem({ items: { $ref: "#" } }), undefined);
  const tree = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  assert.equal(schemaProblem(z.toJSONSchema(tree)), undefined);
});

test("names of properties and values are not keywords", () => {
  const schema = {
    properties: { $ref: { type: "string" }, type: {}, $id: {} },
    enum: [{ type: "x" }],
    const: { $ref: "y" },
    default: { pattern: "(" },
  };
  assert.equal(schemaProblem(schema), undefined);
});

test("checks a schema of maximum nesting like any other", () => {
  let schema: Record<string, unknown> = { type: "strnig" };
  for (let depth = 0; depth < 3000; depth += 1) schema = { not: schema };
  assert.match(schemaProblem(schema) ?? "", /"strnig" is not a type/);
});

test("rejects a schema that is too large, or not a plain JSON object", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  for (const [schema, problem] of [
    [circle, "it is not plain JSON."],
    [[], "it must be a JSON object."],
    ["string", "it must be a JSON object."],
    [null, "it must be a JSON object."],
    [undefined, "it must be a JSON object."],
    [{ description: "é".repeat(40_000) }, "it has 80018 bytes; the maximum is 65536."],
  ] as const) {
    assert.throws(() => checkOutputSchema(schema), {
      code: "output_schema",
      message: `Invalid output schema: ${problem}`,
    });
  }
});

test("rejects more than two repairs", () => {
  assert.equal(outputFault({ schema: {}, repairs: 2 }), undefined);
  for (const repairs of [3, -1, 0.5, NaN]) {
    assert.match(outputFault({ schema: {}, repairs })?.message ?? "", /repairs must be 0, 1 or 2, not/);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { checkOutputSchema, outputFault } from "./output-fault.ts";
import { schemaProblem } from "./schema-problem.ts";

test("reports the problem of a schema in one line with its location", () => {
  const lines: readonly (readonly [Record<string, unknown>, string])[] = [
    [
      { properties: { a: { type: "text" } } },
      '#/properties/a/type "text" is no type; there are array, boolean, integer, null, number, object, string.',
    ],
    [{ type: [] }, "#/type an empty list is no type; there are array, boolean, integer, null, number, object, string."],
    [{ properties: ["a"] }, "#/properties has to be an object."],
    [{ anyOf: { a: {} } }, "#/anyOf has to be a list."],
    [{ anyOf: [{}, 7] }, "#/anyOf/1 is no schema."],
    [{ items: "string" }, "#/items is no schema."],
    [{ required: "a" }, "#/required has to be a list of names."],
    [{ enum: "a" }, "#/enum has to be a list."],
    [{ pattern: "(" }, '#/pattern "(" is no regular expression.'],
    [{ patternProperties: { "[": {} } }, '#/patternProperties "[" is no regular expression.'],
    [{ minItems: -1 }, "#/minItems has to be a whole number from 0 on."],
    [{ multipleOf: 0 }, "#/multipleOf has to be a number above 0."],
    [{ $dynamicRef: "#a" }, "#/$dynamicRef is not supported; write $ref."],
    [{ properties: { a: { $id: "b" } } }, "#/properties/a has an $id of its own; only the whole may have one."],
    [{ $schema: "https://example.com/my-draft" }, '"https://example.com/my-draft" is no draft that is known.'],
    [{ $ref: "#/$defs/a" }, "#/$ref leads to #/$defs/a, where there is no schema."],
    [{ $ref: "#a" }, "#/$ref leads to #a, where there is no schema."],
  ];
  for (const [schema, line] of lines) assert.equal(schemaProblem(schema), line);
});

test("rejects references out of the schema: nothing is fetched", () => {
  for (const reference of ["https://example.com/person.json", "person.json", "//127.0.0.1/a", "file:///etc/passwd"]) {
    const problem = schemaProblem({ items: { $ref: reference } });
    assert.equal(problem, `#/items/$ref leads to ${reference}, outside of it, and nothing is fetched; put it under $defs.`);
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
  assert.match(schemaProblem(schema) ?? "", /"strnig" is no type/);
});

test("rejects a schema that is too large, or not a plain JSON object", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  for (const [schema, problem] of [
    [circle, "it is no plain JSON."],
    [[], "it has to be a JSON object."],
    ["string", "it has to be a JSON object."],
    [null, "it has to be a JSON object."],
    [undefined, "it has to be a JSON object."],
    [{ description: "é".repeat(40_000) }, "it has 80018 bytes, and may have 65536."],
  ] as const) {
    assert.throws(() => checkOutputSchema(schema), {
      code: "output_schema",
      message: `The schema of the output cannot be used: ${problem}`,
    });
  }
});

test("rejects more than two repairs", () => {
  assert.equal(outputFault({ schema: {}, repairs: 2 }), undefined);
  for (const repairs of [3, -1, 0.5, NaN]) {
    assert.match(outputFault({ schema: {}, repairs })?.message ?? "", /repairs are 0, 1 or 2, not/);
  }
});

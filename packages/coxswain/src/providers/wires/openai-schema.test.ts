import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { UnknownRecord } from "../../base/index.ts";
import { request } from "../wires.fixture.ts";
import { openAISchema } from "./openai-schema.ts";
import { oracle } from "./oracle.fixture.ts";

const PATTERNS = ["^a$", "(?=a)b", "(?!a)", "(?<=a)b", "(?<!a)b", "(?<name>a)", "(?:a)", "\\(?=a", "[(?=]", "[\\](?=a]", "\\\\(?=a)"];

const { schema } = fc.letrec<{ schema: UnknownRecord }>((tie) => {
  const named = fc.dictionary(fc.constantFrom("a", "b", "propertyNames", "pattern", "allOf"), tie("schema"), {
    maxKeys: 2,
    noNullPrototype: true,
  });
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      fc.constantFrom({}, { type: "string", enum: ["(?=a)"] }, { $ref: "#/$defs/a" }, { allOf: [{ $ref: "#/definitions/b" }], title: "B" }),
      fc.record({ type: fc.constant("string"), pattern: fc.constantFrom(...PATTERNS) }, { requiredKeys: ["type"] }),
      fc.record(
        {
          properties: named,
          patternProperties: named,
          $defs: named,
          definitions: named,
          dependencies: fc.oneof(named, fc.constant({ a: ["b"] })),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          propertyNames: fc.constantFrom({ minLength: 1 }, { type: "string", pattern: "(?=a)" }),
          items: fc.oneof(tie("schema"), list),
          allOf: list,
          anyOf: list,
          oneOf: list,
          not: tie("schema"),
          if: tie("schema"),
          const: fc.constant({ pattern: "(?=a)" }),
        },
        { requiredKeys: [] },
      ),
    ),
  };
});

test("tools of both APIs of OpenAI have the adapter's schemas", async () => {
  const both = await Promise.all(["openai", "openai-chat"].map((provider) => oracle({ provider, id: "gpt-5" })));
  await fc.assert(
    fc.asyncProperty(schema, async (inputSchema) => {
      const one = request({ tools: [{ name: "ls", description: "Lists.", inputSchema }] });
      for (const { ours, adapter } of both) assert.deepEqual(ours(one).body["tools"], (await adapter(one)).body["tools"]);
    }),
    { numRuns: 300 },
  );
});

test("omits property names of every type, which the adapter rejects if they are not strings", () => {
  assert.deepEqual(openAISchema({ type: "object", propertyNames: false }), { type: "object" });
  assert.deepEqual(openAISchema({ items: { propertyNames: { type: "number" } } }), { items: {} });
});

test("expands a reference at the root, which must be an object", () => {
  const $defs = { node: { type: "object", properties: { next: { allOf: [{ $ref: "#/$defs/node" }] } } } };
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
  assert.deepEqual(openAISchema({ allOf: [{ $ref: "#/$defs/node" }], $defs }), { ...node, $defs: { node } });
});

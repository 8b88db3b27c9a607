import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SCHEMA_LIMITS } from "./clean-schema.ts";
import { cleanManifest, isIntactManifest, MANIFEST_LIMITS, type RawManifest } from "./manifest.ts";

const manifestOf = (raw: Partial<RawManifest>) =>
  cleanManifest({ era: "legacy", server: {}, instructions: undefined, tools: [], prompts: [], resources: [], problems: [], ...raw });

const tool = (fields: object = {}) => ({ name: "t", description: "Does it.", inputSchema: { type: "object", properties: {} }, ...fields });

const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } });

const skipped: readonly (readonly [what: string, fields: object, problem: RegExp])[] = [
  ["a name with a space", { name: "a b" }, /name is invalid/],
  ["a name with a control character", { name: "a\u001b[2J" }, /name is invalid/],
  ["a name with a hidden character", { name: "a\u200bb" }, /name is invalid/],
  ["a name with a letter that is not displayed", { name: "a\u3164b" }, /name is invalid/],
  ["a name with a blank symbol", { name: "a\u2800b" }, /name is invalid/],
  ["a name that is too long", { name: "x".repeat(129) }, /name is invalid/],
  ["no name", { name: 7 }, /without a name: its name is invalid/],
  ["a schema that is not an object", { inputSchema: "{}" }, /is not an object/],
  ["a schema that is a list", { inputSchema: [] }, /is not an object/],
  ["a schema of another type", { inputSchema: { type: "string" } }, /not of type object/],
  ["a schema that is too deep", { inputSchema: nested(20) }, /nested deeper than 32/],
  ["a schema with too many parts", { inputSchema: { enum: Array(SCHEMA_LIMITS.nodes).fill(1) } }, /more than 5000 parts/],
  ["a schema that is too large", { inputSchema: { enum: ["x".repeat(SCHEMA_LIMITS.bytes)] } }, /larger than 100000 bytes/],
  ["a property with a hidden name", { inputSchema: { properties: { "a\u202e": {} } } }, /invalid property name/],
  ["a property named __proto__", { inputSchema: JSON.parse('{"properties":{"__proto__":{}}}') }, /__proto__/],
];
for (const [what, fields, problem] of skipped) {
  test(`skips a tool with ${what}, and reports it`, () => {
    const { tools, problems } = manifestOf({ tools: [tool(fields), tool({ name: "good" })] });
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["good"],
    );
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", problem);
  });
}

test("skips a second tool whose name looks the same", () => {
  const { tools, problems } = manifestOf({
    tools: [tool({ name: "read" }), tool({ name: "ｒead", description: "Other." }), tool({ name: "read" })],
  });
  assert.deepEqual(
    tools.map(({ description }) => description),
    ["Does it."],
  );
  assert.equal(problems.length, 2);
});

test("cuts and cleans descriptions, also within schemas", () => {
  const inputSchema = { type: "object", properties: { a: { description: `b\u001b[1mc${"d".repeat(3000)}`, enum: ["e\u{e0041} "] } } };
  const [cleaned] = manifestOf({ tools: [tool({ description: `\u202e${"x".repeat(3000)}`, inputSchema })] }).tools;
  assert.ok(cleaned);
  assert.equal(cleaned.description.length, MANIFEST_LIMITS.description);
  const { a } = cleaned.inputSchema["properties"] as { a: { description: string; enum: readonly string[] } };
  assert.equal(a.description.length, SCHEMA_LIMITS.text);
  assert.ok(a.description.startsWith("bcddd"));
  assert.deepEqual(a.enum, ["e "]);
});

test("hints count only as booleans", () => {
  const [hostile, plain] = manifestOf({
    tools: [
      tool({ name: "a", annotations: { readOnlyHint: "yes", destructiveHint: { valueOf: 1 }, title: 5 } }),
      tool({ name: "b", annotations: { readOnlyHint: true, destructiveHint: false, title: "B" } }),
    ],
  }).tools;
  assert.deepEqual([hostile?.readOnlyHint, hostile?.destructiveHint, hostile?.title], [undefined, undefined, undefined]);
  assert.deepEqual([plain?.readOnlyHint, plain?.destructiveHint, plain?.title], [true, false, "B"]);
});

test("a schema without a type is one of an object, and an invalid output schema is ignored", () => {
  const { tools, problems } = manifestOf({ tools: [tool({ inputSchema: {}, outputSchema: 5 })] });
  assert.deepEqual(tools[0]?.inputSchema, { type: "object" });
  assert.equal(tools[0]?.outputSchema, undefined);
  assert.match(problems[0] ?? "", /output schema of t: it is not an object/);
});

test("hashes do not depend on the order of tools and keys, and change with each field of a tool", () => {
  const a = tool({ name: "a", inputSchema: { type: "object", required: ["x"] } });
  const reordered = { inputSchema: { required: ["x"], type: "object" }, description: "Does it.", name: "a" };
  const first = manifestOf({ tools: [a, tool()] });
  assert.equal(manifestOf({ tools: [tool(), reordered] }).hash, first.hash);
  const hashes = [
    {},
    { description: "Other." },
    { inputSchema: { required: ["x"] } },
    { outputSchema: {} },
    { annotations: { readOnlyHint: true } },
  ].map((fields) => manifestOf({ tools: [tool(fields)] }).tools[0]?.hash);
  assert.equal(new Set(hashes).size, hashes.length);
});

test("limits the number of tools, prompts, resources and problems", () => {
  const many = (length: number, make: (at: number) => object) => Array.from({ length }, (_, at) => make(at));
  const manifest = manifestOf({
    tools: many(1100, (at) => tool({ name: `t${at}` })),
    prompts: many(600, (at) => ({ name: `p${at}` })),
    resources: many(1100, (at) => ({ uri: `r:${at}` })),
    problems: many(50, (at) => ({ at })).map(String),
  });
  assert.deepEqual([manifest.tools.length, manifest.prompts.length, manifest.resources.length], [1000, 500, 1000]);
  assert.equal(manifest.problems.length, MANIFEST_LIMITS.problems + 1);
});

test("skips invalid prompts and resources", () => {
  const { prompts, resources } = manifestOf({
    prompts: [{ name: "ok", arguments: [{ name: "a", required: true }] }, { name: "bad", arguments: [{ name: "\u0007" }] }, null],
    resources: [{ uri: "a:b", name: "\u001b[2Jx" }, { uri: "c:\n" }, { uri: "" }, 5],
  });
  assert.deepEqual(prompts, [{ name: "ok", arguments: [{ name: "a", required: true }] }]);
  assert.deepEqual(resources, [{ uri: "a:b", name: "x" }]);
});

test("any answer becomes an intact manifest that survives JSON", () => {
  const anything = fc.array(
    fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), inputSchema: fc.jsonValue(), description: fc.string() })),
  );
  fc.assert(
    fc.property(anything, anything, anything, fc.jsonValue(), (tools, prompts, resources, server) => {
      const manifest = manifestOf({ tools, prompts, resources, server, instructions: server });
      assert.ok(isIntactManifest(JSON.parse(JSON.stringify(manifest))));
    }),
  );
});

const header = (name: unknown, type: unknown = "string") => ({ type, "x-mcp-header": name });
const invalid: readonly (readonly [what: string, schema: object])[] = [
  ["a space in its header's name", { properties: { a: header("A B") } }],
  ["an empty header name", { properties: { a: header("") } }],
  ["a header for an object", { properties: { a: header("A", "object") } }],
  ["a header for a number", { properties: { a: header("A", "number") } }],
  ["the same header twice", { properties: { a: header("A"), b: { type: "object", properties: { c: header("a") } } } }],
  ["a header in a list's items", { properties: { a: { type: "array", items: header("A") } } }],
  ["a header in a definition", { $defs: { a: header("A") } }],
  ["a header at its root", { "x-mcp-header": "A" }],
];
for (const [what, schema] of invalid) {
  test(`skips a tool of a modern server with ${what}`, () => {
    assert.equal(manifestOf({ era: "modern", tools: [tool({ inputSchema: schema })] }).tools.length, 0);
    assert.equal(manifestOf({ era: "legacy", tools: [tool({ inputSchema: schema })] }).tools.length, 1);
  });
}

test("accepts headers at properties, and a property that is named as the keyword", () => {
  const properties = {
    a: header("A"),
    "x-mcp-header": { type: "string" },
    b: { type: "object", properties: { c: header("C", "integer") } },
  };
  assert.equal(manifestOf({ era: "modern", tools: [tool({ inputSchema: { properties } })] }).tools.length, 1);
});

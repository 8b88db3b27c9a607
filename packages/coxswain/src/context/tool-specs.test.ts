import assert from "node:assert/strict";
import { test } from "node:test";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";
import { defineTool, type InputSchema, standardSchema, textResult, type Tool } from "../loop/index.ts";
import { ToolSchemaError, toolSpecs } from "./tool-specs.ts";
const toolOf = <In>(inputSchema: InputSchema<In>, extra: Partial<Tool<In>> = {}): Tool =>
  defineTool<In>({
    name: "read",
    description: "Reads a file.",
    inputSchema,
    effect: "read",
    execute: async () => textResult(""),
    ...extra,
  });

/** A schema of a library without JSON Schema support. */
const mute: StandardSchemaV1<unknown, object> = {
  "~standard": { version: 1, vendor: "mute", validate: (value) => ({ value: value as object }) },
};

test("uses a schema's own JSON Schema of its input", () => {
  const tool = toolOf(z.object({ path: z.string().describe("Where."), limit: z.number().default(10) }));
  assert.deepEqual(toolSpecs()([tool]), [
    {
      name: "read",
      description: "Reads a file.",
      inputSchema: {
        type: "object",
        properties: { path: { type: "string", description: "Where." }, limit: { type: "number", default: 10 } },
        required: ["path"],
      },
    },
  ]);
});

test("sends a JSON Schema unchanged, including one added to a Standard Schema", () => {
  const inputSchema = { type: "object", properties: { a: { type: "string" } } };
  assert.deepEqual(toolSpecs()([toolOf(inputSchema)])[0]?.inputSchema, inputSchema);
  assert.deepEqual(toolSpecs()([toolOf(standardSchema(z.object({})["~standard"].validate, inputSchema))])[0]?.inputSchema, inputSchema);
  assert.deepEqual(toolSpecs()([toolOf(standardSchema(mute["~standard"].validate, inputSchema))])[0]?.inputSchema, inputSchema);
});

test("creates a tool's spec once", () => {
  const specs = toolSpecs();
  const tool = toolOf(z.object({}));
  assert.equal(specs([tool])[0], specs([tool])[0]);
});

test("returns the same array while the tools are the same", () => {
  const specs = toolSpecs();
  const tools = [toolOf(z.object({}), { name: "read" }), toolOf(z.object({}), { name: "write" })];
  const first = specs(tools);
  assert.equal(specs([...tools]), first);
  tools.pop();
  assert.deepEqual(
    specs(tools).map(({ name }) => name),
    ["read"],
  );
});

test("the order of the specs does not depend on the order of the tools", () => {
  const [read, write, bash] = ["read", "write", "bash"].map((name) => toolOf(z.object({}), { name })) as [Tool, Tool, Tool];
  const specs = toolSpecs();
  assert.deepEqual(
    specs([read, write, bash]).map(({ name }) => name),
    ["bash", "read", "write"],
  );
  assert.deepEqual(specs([bash, write, read]), specs([read, write, bash]));
});

const faulty: Record<string, Tool> = {
  "has no JSON Schema": toolOf(mute),
  "has no equivalent in JSON Schema": toolOf(z.object({ at: z.bigint() })),
  "is not an object": toolOf(z.union([z.string(), z.number()])),
};

for (const [what, tool] of Object.entries(faulty)) {
  test(`rejects a tool whose schema ${what}, with its name and a remedy`, () => {
    assert.throws(
      () => toolSpecs()([tool]),
      (error) => error instanceof ToolSchemaError && error.tool === "read" && /inputSchema|must have the type object/.test(error.message),
    );
  });
}

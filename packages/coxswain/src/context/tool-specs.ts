import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isStandardSchema, type JsonSchema, type Tool } from "../loop/index.ts";
import type { ToolSpec } from "../model/index.ts";
import { CoxswainError } from "../base/index.ts";

/** Returns the specs of tools for a model. The same tools return the same array. @throws {ToolSchemaError} */
export type ToolSpecs = (tools: readonly Tool[]) => readonly ToolSpec[];

/**
 * Creates the specs of tools, once for each tool object. They are sorted by name: tools come first in a request, and a
 * varying order would invalidate the provider's whole cache.
 */
export const toolSpecs = (): ToolSpecs => {
  const made = new WeakMap<Tool, ToolSpec>();
  const specOf = (tool: Tool): ToolSpec => {
    let spec = made.get(tool);
    if (spec === undefined) made.set(tool, (spec = describe(tool)));
    return spec;
  };
  let last: { readonly tools: readonly Tool[]; readonly specs: readonly ToolSpec[] } | undefined;
  return (tools) => {
    if (last === undefined || !areSame(last.tools, tools)) {
      last = { tools: [...tools], specs: tools.map(specOf).toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
    }
    return last.specs;
  };
};

const areSame = (some: readonly Tool[], others: readonly Tool[]): boolean =>
  some.length === others.length && some.every((tool, at) => tool === others[at]);

const describe = (tool: Tool): ToolSpec => {
  const { $schema: _, ...inputSchema } = jsonSchemaOf(tool);
  if (inputSchema["type"] !== "object") {
    throw new ToolSchemaError(tool.name, "its schema must have the type object.");
  }
  return { name: tool.name, description: tool.description, inputSchema };
};

const jsonSchemaOf = ({ name, inputSchema }: Tool): JsonSchema => {
  if (!isStandardSchema(inputSchema)) return inputSchema;
  const standard: StandardSchemaV1["~standard"] & Partial<StandardJSONSchemaV1.Props> = inputSchema["~standard"];
  if (standard.jsonSchema === undefined) {
    throw new ToolSchemaError(
      name,
      `its schema, of ${standard.vendor}, does not provide a JSON Schema; use a JSON Schema as inputSchema, or add one with standardSchema().`,
    );
  }
  try {
    return standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    throw new ToolSchemaError(name, "its schema cannot be converted to a JSON Schema; simplify it, or use a JSON Schema as inputSchema.", {
      cause,
    });
  }
};

/** Reports a tool whose arguments cannot be described to a model. */
export class ToolSchemaError extends CoxswainError {
  override readonly name = "ToolSchemaError";
  readonly code = "tool_schema";
  readonly tool: string;

  constructor(tool: string, problem: string, options: { readonly cause?: unknown } = {}) {
    super(`Tool "${tool}": ${problem}`, options);
    this.tool = tool;
  }
}

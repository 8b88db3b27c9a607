import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Tools } from "./ports.ts";
import { type InputSchema, isStandardSchema, type Tool } from "./tool.ts";

export type Validated = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** Validates a call's arguments by its tool's schema. `problem` is a message for the model. */
export const validate = async (tool: Tool, input: unknown, tools: Pick<Tools, "schemaProblems">): Promise<Validated> => {
  if (typeof input === "string") {
    return { problem: `The arguments of ${tool.name} are not valid JSON. Call it again with one JSON object.` };
  }
  const outcome = await outcomeOf(tool.inputSchema, input, tools);
  if (outcome.issues === undefined) return { value: outcome.value };
  const issues = outcome.issues.map((issue) => `- ${pathPrefix(issue)}${issue.message}`);
  return {
    problem: `The arguments of ${tool.name} are not valid:\n${issues.join("\n")}\nCall it again with arguments that fit its schema.`,
  };
};

const outcomeOf = async (
  schema: InputSchema,
  input: unknown,
  tools: Pick<Tools, "schemaProblems">,
): Promise<StandardSchemaV1.Result<unknown>> => {
  if (isStandardSchema(schema)) return schema["~standard"].validate(input);
  const problems = await tools.schemaProblems(schema, input);
  return problems.length === 0 ? { value: input } : { issues: problems.map((message) => ({ message })) };
};

const pathPrefix = ({ path }: StandardSchemaV1.Issue): string => {
  const keys = (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return keys.length === 0 ? "" : `${keys.join(".")}: `;
};

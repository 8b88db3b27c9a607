import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Tool } from "./tool.ts";

export type Validated = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** Judges a call's arguments by its tool's schema. The problem is told to the model. */
export const validate = async (tool: Tool, input: unknown): Promise<Validated> => {
  if (typeof input === "string") {
    return { problem: `The arguments of ${tool.name} are not valid JSON. Call it again with one JSON object.` };
  }
  const outcome = await tool.input["~standard"].validate(input);
  if (outcome.issues === undefined) return { value: outcome.value };
  const issues = outcome.issues.map((issue) => `- ${placeOf(issue)}${issue.message}`);
  return {
    problem: `The arguments of ${tool.name} are not valid:\n${issues.join("\n")}\nCall it again with arguments that fit its schema.`,
  };
};

const placeOf = ({ path }: StandardSchemaV1.Issue): string => {
  const keys = (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return keys.length === 0 ? "" : `${keys.join(".")}: `;
};

import type { OutputOptions } from "../loop/index.ts";
import { OutputSchemaError } from "./errors.ts";
import { schemaProblem } from "./schema-problem.ts";

/** Default and maximum number of repair attempts. */
const MAX_REPAIRS = 2;

/** Maximum size of a schema in bytes: the log and the model receive it. */
const MAX_BYTES = 65_536;

export const repairsOf = ({ repairs = MAX_REPAIRS }: OutputOptions): number => repairs;

/** Returns the problem with output options. Undefined when they are valid. */
export const outputFault = (output: OutputOptions | undefined): OutputSchemaError | undefined => {
  if (output === undefined) return undefined;
  const problem = repairsProblem(output.repairs) ?? sizeProblem(output.schema) ?? schemaProblem(output.schema);
  return problem === undefined ? undefined : new OutputSchemaError(problem);
};

/**
 * Validates a schema and returns it.
 * @throws {OutputSchemaError}
 */
export const checkOutputSchema = (schema: unknown): OutputOptions["schema"] => {
  const output = { schema: schema as OutputOptions["schema"] };
  const fault = outputFault(output);
  if (fault !== undefined) throw fault;
  return output.schema;
};

const repairsProblem = (repairs: number | undefined): string | undefined =>
  repairs === undefined || [0, 1, MAX_REPAIRS].includes(repairs)
    ? undefined
    : `repairs must be 0, 1 or ${MAX_REPAIRS}, not ${String(repairs)}.`;

const sizeProblem = (schema: unknown): string | undefined => {
  let text: string | undefined;
  try {
    text = JSON.stringify(schema);
  } catch {
    return "it is not plain JSON.";
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "it must be a JSON object.";
  const bytes = new TextEncoder().encode(text).length;
  return bytes > MAX_BYTES ? `it has ${bytes} bytes; the maximum is ${MAX_BYTES}.` : undefined;
};

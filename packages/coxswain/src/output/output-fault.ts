import type { OutputOptions } from "../loop/index.ts";
import { OutputSchemaError } from "./errors.ts";
import { schemaProblem } from "./schema-problem.ts";

/** How often a model is told that its answer does not fit, unless the run says otherwise; never more often. */
const REPAIRS = 2;

/** Bytes that a schema may have: it goes into the log and to the model. */
const MAX_BYTES = 65_536;

export const repairsOf = ({ repairs = REPAIRS }: OutputOptions): number => repairs;

/** Why no answer can be held to this; undefined where one can. */
export const outputFault = (output: OutputOptions | undefined): OutputSchemaError | undefined => {
  if (output === undefined) return undefined;
  const problem = repairsProblem(output.repairs) ?? sizeProblem(output.schema) ?? schemaProblem(output.schema);
  return problem === undefined ? undefined : new OutputSchemaError(problem);
};

/**
 * A schema as it is, if a run's answer can be held to it.
 * @throws {OutputSchemaError}
 */
export const checkOutputSchema = (schema: unknown): OutputOptions["schema"] => {
  const output = { schema: schema as OutputOptions["schema"] };
  const fault = outputFault(output);
  if (fault !== undefined) throw fault;
  return output.schema;
};

const repairsProblem = (repairs: number | undefined): string | undefined =>
  repairs === undefined || [0, 1, REPAIRS].includes(repairs) ? undefined : `repairs are 0, 1 or ${REPAIRS}, not ${String(repairs)}.`;

const sizeProblem = (schema: unknown): string | undefined => {
  let text: string | undefined;
  try {
    text = JSON.stringify(schema);
  } catch {
    return "it is no plain JSON.";
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "it has to be a JSON object.";
  const bytes = new TextEncoder().encode(text).length;
  return bytes > MAX_BYTES ? `it has ${bytes} bytes, and may have ${MAX_BYTES}.` : undefined;
};

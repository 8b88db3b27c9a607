import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { type JsonSchema, type OutputOptions, type Outcome, runError } from "../../loop/index.ts";
import { checkOutputSchema, OutputInvalidError, OutputSchemaError } from "../../output/index.ts";
import type { PromptInput, PromptOptions } from "../runs/index.ts";
import type { Session } from "../session.ts";

/** The options of a prompt that has a run of its own. */
export interface PromptForOptions extends Omit<PromptOptions, "output" | "whenBusy">, Pick<OutputOptions, "repairs"> {
  /** Default: `reject`. */
  readonly whenBusy?: "reject" | "queue";
}

export interface PromptedFor<Value> {
  readonly outcome: Outcome;
  /** What the answer says, as the schema gives it; set exactly where the outcome is `done`. */
  readonly output?: Value;
}

/**
 * Prompts for an answer that fits a schema, and gives what it says with the schema's type: any Standard Schema that can say
 * itself as JSON Schema, as zod's do. What only the schema itself can judge, as a refinement, it judges of the answer that the
 * run came to: the model is not told, and the outcome has failed with `output_invalid`.
 * @throws {OutputSchemaError} before anything is asked.
 */
export const promptFor = async <Value>(
  session: Session,
  input: PromptInput,
  schema: StandardSchemaV1<unknown, Value>,
  { repairs, ...options }: PromptForOptions = {},
): Promise<PromptedFor<Value>> => {
  const output: OutputOptions = { schema: checkOutputSchema(jsonSchemaOf(schema)), ...(repairs === undefined ? {} : { repairs }) };
  const outcome = await session.prompt(input, { ...options, output }).outcome;
  if (outcome.kind !== "done") return { outcome };
  const result = await schema["~standard"].validate(outcome.output);
  if (result.issues === undefined) return { outcome, output: result.value };
  const problems = result.issues.map(({ message, path = [] }) => [...path.map(keyOf), message].join(": "));
  return { outcome: { kind: "failed", error: runError(new OutputInvalidError(problems)) } };
};

const jsonSchemaOf = (schema: StandardSchemaV1): JsonSchema => {
  const standard: StandardSchemaV1["~standard"] & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (standard.jsonSchema === undefined) throw new OutputSchemaError(`one of ${standard.vendor} gives no JSON Schema; ${INSTEAD}`);
  try {
    return standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch {
    throw new OutputSchemaError(`it cannot be said in JSON Schema; simplify it, or ${INSTEAD}`);
  }
};

const INSTEAD = "write one, and give it to session.prompt as output.schema.";

const keyOf = (segment: PropertyKey | StandardSchemaV1.PathSegment): string => String(typeof segment === "object" ? segment.key : segment);

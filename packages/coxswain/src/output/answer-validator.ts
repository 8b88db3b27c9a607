import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import type { JsonSchema } from "../loop/index.ts";
import { OutputSchemaError } from "./errors.ts";

/** Returns the validation errors of a value, one per line. Empty when it is valid. @throws {OutputSchemaError} */
export type AnswerValidator = (value: unknown) => readonly string[];

/** Limits on the number and length of the lines that a model receives: more would not help it. */
const MAX_LINES = 20;
const MAX_LENGTH = 300;
/**
 * Timeout of a validation in milliseconds: a regular expression or recursive references of the schema could take
 * forever.
 */
const TIMEOUT_MS = 1_000;

/**
 * Creates the validator of a schema. A value that cannot be validated has one error.
 * @throws {OutputSchemaError}
 */
export const answerValidator = async (schema: JsonSchema): Promise<AnswerValidator> => {
  const check = await schemaCheck(schema);
  return (value) => {
    const checked = check(value);
    return "errors" in checked ? checked.errors : [`it cannot be validated${checked.unchecked}`];
  };
};

/** The errors of a value; or the reason why it cannot be validated, as the end of a clause. */
export type SchemaCheck = { readonly errors: readonly string[] } | { readonly unchecked: string };

/**
 * Creates the check of values by a schema.
 * @throws {OutputSchemaError}
 */
export const schemaCheck = async (schema: JsonSchema): Promise<(value: unknown) => SchemaCheck> => {
  const [{ Validator }, { runInNewContext }] = await Promise.all([import("@cfworker/json-schema"), import("node:vm")]);
  // Uses a copy, because the validator annotates the schema.
  const validator = createValidator(() => new Validator(structuredClone(schema), draftOf(schema), false));
  return (value) => {
    try {
      // Only a VM timeout can stop synchronous code.
      const validate = () => validator.validate(value);
      const { valid, errors } = runInNewContext("validate()", { validate }, { timeout: TIMEOUT_MS }) as ReturnType<typeof validate>;
      return { errors: valid ? [] : formatErrors(errors) };
    } catch (error) {
      // The value is nested too deeply, the schema has an unknown reference or a faulty pattern, or the validation timed out.
      return { unchecked: isTimeout(error) ? ` within ${TIMEOUT_MS / 1000} s` : `: ${messageOf(error)}` };
    }
  };
};

const createValidator = <Value>(make: () => Value): Value => {
  try {
    return make();
  } catch (error) {
    throw new OutputSchemaError(messageOf(error));
  }
};

/** The error comes from the other context, so `instanceof` does not match. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const draftOf = ({ $schema }: JsonSchema): SchemaDraft => {
  const draft = typeof $schema === "string" ? $schema : "";
  if (draft.includes("draft-04")) return "4";
  if (draft.includes("draft-06") || draft.includes("draft-07")) return "7";
  return draft.includes("2019-09") ? "2019-09" : "2020-12";
};

const formatErrors = (errors: readonly OutputUnit[]): readonly string[] => {
  const lines = [...new Set(innermostErrors(errors).map(formatError))];
  const omitted = lines.length - MAX_LINES;
  return omitted > 0 ? [...lines.slice(0, MAX_LINES), `and ${omitted} more`] : lines;
};

/** A property's mismatch is described by the errors inside it, which come next. */
const innermostErrors = (errors: readonly OutputUnit[]): readonly OutputUnit[] =>
  errors.filter(({ keywordLocation, keyword }, at) => {
    const next = errors[at + 1];
    if (next === undefined || ALTERNATIVES.has(keyword)) return true;
    return next.keyword !== "false" && !next.keywordLocation.startsWith(`${keywordLocation}/`);
  });

/** Keywords with alternatives: the errors of each alternative follow the error that none matches. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

const formatError = ({ instanceLocation, keyword, error }: OutputUnit): string => {
  const path = pathOf(instanceLocation);
  const problem = keyword === "false" ? "is not allowed" : decapitalize(error.replaceAll("\n", " ").replace(/\.$/, ""));
  return truncate(path === "" ? problem : `${path}: ${problem}`);
};

/** Converts `#/items/0/name` to `items.0.name`. */
const pathOf = (location: string): string =>
  decodeURI(location.replace(/^#\/?/, "").replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~"));

const decapitalize = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

const truncate = (line: string): string => (line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`);

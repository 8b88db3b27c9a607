import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import type { JsonSchema } from "../loop/index.ts";
import { OutputSchemaError } from "./errors.ts";

/** Returns the validation errors of a value, one per line. Empty when it is valid. @throws {OutputSchemaError} */
export type AnswerJudge = (value: unknown) => readonly string[];

/** Limits on the number and length of the lines that a model receives: more would not help it. */
const LINES = 20;
const LENGTH = 300;
/**
 * Timeout of a validation in milliseconds: a regular expression or recursive references of the schema could take
 * forever.
 */
const MOST = 1_000;

/**
 * Creates the validator of a schema.
 * @throws {OutputSchemaError}
 */
export const answerJudge = async (schema: JsonSchema): Promise<AnswerJudge> => {
  const [{ Validator }, { runInNewContext }] = await Promise.all([import("@cfworker/json-schema"), import("node:vm")]);
  // Uses a copy, because the validator annotates the schema.
  const validator = usable(() => new Validator(structuredClone(schema), draftOf(schema), false));
  return (value) => {
    try {
      // Only a VM timeout can stop synchronous code.
      const judge = () => validator.validate(value);
      const { valid, errors } = runInNewContext("judge()", { judge }, { timeout: MOST }) as ReturnType<typeof judge>;
      return valid ? [] : linesOf(errors);
    } catch (error) {
      // The value is nested too deeply, the schema's references form a cycle, or the validation timed out.
      return [`it cannot be judged${isTimeout(error) ? ` within ${MOST / 1000} s` : `: ${messageOf(error)}`}`];
    }
  };
};

const usable = <Value>(make: () => Value): Value => {
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

const linesOf = (errors: readonly OutputUnit[]): readonly string[] => {
  const lines = [...new Set(innermost(errors).map(lineOf))];
  const left = lines.length - LINES;
  return left > 0 ? [...lines.slice(0, LINES), `and ${left} more`] : lines;
};

/** A property's mismatch is described by the errors inside it, which come next. */
const innermost = (errors: readonly OutputUnit[]): readonly OutputUnit[] =>
  errors.filter(({ keywordLocation, keyword }, at) => {
    const next = errors[at + 1];
    if (next === undefined || ALTERNATIVES.has(keyword)) return true;
    return next.keyword !== "false" && !next.keywordLocation.startsWith(`${keywordLocation}/`);
  });

/** Keywords with alternatives: the errors of each alternative follow the error that none matches. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

const lineOf = ({ instanceLocation, keyword, error }: OutputUnit): string => {
  const place = placeOf(instanceLocation);
  const problem = keyword === "false" ? "must not be there" : decapitalised(error.replaceAll("\n", " ").replace(/\.$/, ""));
  return shortened(place === "" ? problem : `${place}: ${problem}`);
};

/** Converts `#/items/0/name` to `items.0.name`. */
const placeOf = (location: string): string =>
  decodeURI(location.replace(/^#\/?/, "").replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~"));

const decapitalised = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

const shortened = (line: string): string => (line.length <= LENGTH ? line : `${line.slice(0, LENGTH - 1)}…`);

import type { OutputUnit, SchemaDraft } from "@cfworker/json-schema";
import type { JsonSchema } from "../loop/index.ts";
import { OutputSchemaError } from "./errors.ts";

/** Says what is wrong with a value, a line each; nothing where it fits. @throws {OutputSchemaError} */
export type AnswerJudge = (value: unknown) => readonly string[];

/** How many lines a model is told, and how many characters of each: more would not help it. */
const LINES = 20;
const LENGTH = 300;
/** Milliseconds that a judgement may take: a regular expression of the schema's, or parts of it that refer to each other, could take for ever. */
const MOST = 1_000;

/**
 * Makes a judge of a schema.
 * @throws {OutputSchemaError}
 */
export const answerJudge = async (schema: JsonSchema): Promise<AnswerJudge> => {
  const [{ Validator }, { runInNewContext }] = await Promise.all([import("@cfworker/json-schema"), import("node:vm")]);
  // A copy of its own: the validator marks it.
  const validator = usable(() => new Validator(structuredClone(schema), draftOf(schema), false));
  return (value) => {
    try {
      // Nothing else ends what goes on without a break.
      const judge = () => validator.validate(value);
      const { valid, errors } = runInNewContext("judge()", { judge }, { timeout: MOST }) as ReturnType<typeof judge>;
      return valid ? [] : linesOf(errors);
    } catch (error) {
      // It is too deep, the schema leads round in a circle, or the time is over.
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

/** It comes from the other context, whose errors are none of this one's. */
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

/** That a property does not match is said by what is wrong in it, which comes next. */
const innermost = (errors: readonly OutputUnit[]): readonly OutputUnit[] =>
  errors.filter(({ keywordLocation, keyword }, at) => {
    const next = errors[at + 1];
    if (next === undefined || ALTERNATIVES.has(keyword)) return true;
    return next.keyword !== "false" && !next.keywordLocation.startsWith(`${keywordLocation}/`);
  });

/** Of several ways to fit, what is wrong with each is told after that none fits. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

const lineOf = ({ instanceLocation, keyword, error }: OutputUnit): string => {
  const place = placeOf(instanceLocation);
  const problem = keyword === "false" ? "must not be there" : decapitalised(error.replaceAll("\n", " ").replace(/\.$/, ""));
  return shortened(place === "" ? problem : `${place}: ${problem}`);
};

/** `#/items/0/name` as `items.0.name`. */
const placeOf = (location: string): string =>
  decodeURI(location.replace(/^#\/?/, "").replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~"));

const decapitalised = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

const shortened = (line: string): string => (line.length <= LENGTH ? line : `${line.slice(0, LENGTH - 1)}…`);

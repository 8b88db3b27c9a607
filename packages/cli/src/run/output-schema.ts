import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { OutputSchemaError } from "coxswain";
import { checkOutputSchema, type RunOptions } from "coxswain/session";
import { UsageError } from "../argv/index.ts";
import type { TaskValues } from "./task-values.ts";

/** Size limit of a schema file. */
const MAX_BYTES = 1024 * 1024;

/** Parses `--output-schema`: inline JSON or the path of a file. @throws {UsageError} */
export const outputSchema = ({ "output-schema": argument }: TaskValues, cwd: string): Pick<RunOptions, "output"> => {
  if (argument === undefined) return {};
  const isJson = argument.trim().startsWith("{");
  const text = isJson ? argument : textIn(resolve(cwd, argument), argument);
  try {
    return { output: { schema: checkOutputSchema(JSON.parse(text)) } };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof OutputSchemaError)) throw error;
    const problem = error instanceof SyntaxError ? `it is not valid JSON: ${error.message}` : error.problem;
    throw new UsageError(`--output-schema${isJson ? "" : ` ${argument}`} cannot be used: ${problem}`);
  }
};

/** @throws {UsageError} */
const textIn = (path: string, argument: string): string => {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--output-schema ${argument} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`--output-schema ${argument} cannot be used: it is larger than 1 MiB`);
};

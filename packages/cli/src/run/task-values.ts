import type { CommandArguments, TASK } from "../commands/index.ts";
import { UsageError } from "../argv/index.ts";
import { flagSettings } from "../configuration/index.ts";

/** The option values of `cox "task"`. */
export type TaskValues = CommandArguments<typeof TASK>["values"];

/** Returns whether the task starts a new session. */
export const isNew = (values: TaskValues): boolean => values.resume === undefined && values.continue !== true;

/** Pairs of options that exclude each other. */
const EXCLUSIVE: readonly (readonly [keyof TaskValues, keyof TaskValues])[] = [
  ["continue", "resume"],
  ["continue", "no-session"],
  ["resume", "no-session"],
  ["resume", "cwd"],
];

const ONLY_NEW = [
  "fallback-model",
  "system-prompt",
  "append-system-prompt",
  "small-model",
  "models",
  "no-titles",
  "no-compaction",
] as const;

/** @throws {UsageError} when options do not go together. */
export const checkValues = (values: TaskValues): void => {
  for (const [one, other] of EXCLUSIVE) {
    if (values[one] !== undefined && values[other] !== undefined) throw new UsageError(`--${one} and --${other} cannot be combined`);
  }
  for (const name of ONLY_NEW) {
    if (values[name] !== undefined && (values.continue ?? values.resume) !== undefined)
      throw new UsageError(`--${name} applies to new sessions only`);
  }
  if (values.fork === true && isNew(values)) throw new UsageError("--fork needs -c or -r ID");
  if (values["include-partial-messages"] === true && values["output-format"] !== "stream-json") {
    throw new UsageError("--include-partial-messages needs --output-format stream-json");
  }
  if (values.verbose === true && values["output-format"] !== "stream-json") {
    throw new UsageError("--verbose needs --output-format stream-json. Use --debug FILE for a log");
  }
  if (values["input-format"] === "stream-json" && values["output-format"] !== "stream-json") {
    throw new UsageError("--input-format stream-json needs --output-format stream-json");
  }
  if (values["permission-prompt-tool"] !== undefined && values["input-format"] !== "stream-json") {
    throw new UsageError("--permission-prompt-tool needs --input-format stream-json");
  }
  flagSettings(values);
  const url = values["base-url"];
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`--base-url must be an http or https URL, not ${url}`);
};

import type { CommandArguments, TASK } from "../commands/index.ts";
import { UsageError } from "../argv/index.ts";
import { flagSettings } from "../configuration/index.ts";

/** The values of a command line as they were typed. */
type TypedValues = CommandArguments<typeof TASK>["values"];

/** The option values of `cox "task"`, once `--resume` without an ID has one. */
export interface TaskValues extends Omit<TypedValues, "resume"> {
  readonly resume?: string;
}

/** Returns the values with the session that they name, if any. */
export const withSession = (values: TypedValues, id: string | undefined): TaskValues => {
  const { resume: _, ...others } = values;
  return id === undefined ? others : { ...others, resume: id };
};

/** The option values of `cox "task"`, once `--resume` without an ID has one. */
export interface TaskValues extends Omit<TypedValues, "resume"> {
  readonly resume?: string;
}

/** The command line of a task. */
export interface TaskArguments {
  readonly values: TaskValues;
  /** The words of the task. */
  readonly positionals: readonly string[];
}

/** Returns whether the task starts a new session. */
export const isNew = (values: Pick<TypedValues, "resume" | "continue">): boolean => values.resume === undefined && values.continue !== true;

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
export const checkValues = (values: TypedValues): void => {
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
  flagSettings(withSession(values, undefined));
  const url = values["base-url"];
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`--base-url must be an http or https URL, not ${url}`);
};

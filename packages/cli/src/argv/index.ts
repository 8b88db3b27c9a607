export { type HelpPage, helpText } from "./help.ts";
export type { Option, OptionTable, OptionValues } from "./option.ts";
export { type Arguments, parseArguments } from "./parse-arguments.ts";
export { UnknownNameError, UsageError } from "./usage-error.ts";

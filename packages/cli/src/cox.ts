import { UnknownNameError, UsageError } from "./argv/index.ts";
import { COMMANDS, TASK } from "./registry.ts";
import { ownCommandFor } from "./other-commands.ts";
import { errorLine, writeMoreErrors } from "./output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "./process/index.ts";

/** Runs the command line and reports a failure on one line. Never throws. */
export const cox = async (argv: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  const { stdout } = context;
  const code = await run(argv, context).catch((error: unknown) => reportError(error, argv, context));
  await stdout.flush();
  if (!stdout.closed.aborted || code !== EXIT.done) return code;
  if (isClosedPipe(stdout.closed.reason)) return EXIT.unread;
  return reportError(stdout.closed.reason, argv, context);
};

const run = async ([first = "", ...rest]: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  const command = COMMANDS.get(first);
  if (command !== undefined) return command.run(rest, context);
  await refuseMistyped(first, rest);
  const [only = ""] = rest;
  const asked = (first === "--help" || first === "-h") && rest.length === 1 ? COMMANDS.get(only) : undefined;
  if (asked !== undefined) return asked.run([first], context);
  if (first !== "help") return TASK.run([first, ...rest], context);
  context.stdout.write(helpFor(rest)(context.stdout.columns));
  return EXIT.done;
};

/** @throws {UsageError} */
const helpFor = ([name, tooMany]: readonly string[]): ((columns: number) => string) => {
  if (tooMany !== undefined) throw new UsageError(`unexpected argument: ${tooMany}`);
  if (name === undefined || name.startsWith("-")) return TASK.help;
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UnknownNameError("command", name, [...COMMANDS.keys()]);
  return command.help;
};

/** Rejects one or two words that resemble a command of this or another program: they would start a paid task. */
const refuseMistyped = async (first: string, rest: readonly string[]): Promise<void> => {
  const own = ownCommandFor(first, rest);
  if (own !== undefined) throw new UsageError(`unknown command: ${first}; use ${own}`);
  if (rest.length > 1 || !/^[a-z]{4,10}$/.test(first)) return;
  const { nearestName } = await import("coxswain/settings");
  if (nearestName(first, [...COMMANDS.keys()]) !== undefined) throw new UnknownNameError("command", first, [...COMMANDS.keys()]);
};

const reportError = async (error: unknown, [first = ""]: readonly string[], { stderr }: ProcessContext): Promise<ExitCode> => {
  const hint = error instanceof UnknownNameError ? await suggestion(error, first) : "";
  stderr.message(errorLine(error) + hint);
  writeMoreErrors(error, stderr);
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
};

const suggestion = async ({ input, candidates }: UnknownNameError, first: string): Promise<string> => {
  const { nearestName } = await import("coxswain/settings");
  const name = nearestName(input, candidates);
  if (name !== undefined) return `; did you mean ${name}?`;
  const command = COMMANDS.get(first);
  if (input.startsWith("-") && command?.page.usage.some((call) => call.includes(" -- ")) === true)
    return "; a command and its options follow --";
  return `; see ${command === undefined ? "cox --help" : `cox ${first} --help`}`;
};

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "EIO");

import { type Arguments, type OptionTable, UnknownNameError, UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { candidates } from "./candidates.ts";
import type { Program } from "./cursor.ts";
import { SCRIPTS } from "./scripts.ts";
import { findValues } from "./values.ts";

const CANDIDATES = "candidates";

/** `cox completion`. */
export const completionAction =
  (program: Program) =>
  async ({ positionals: [name, ...rest] }: Arguments<OptionTable>, context: ProcessContext): Promise<ExitCode> => {
    if (name === CANDIDATES) return printCandidates(rest, program, context);
    const shells = [...SCRIPTS.keys()];
    if (name === undefined) throw new UsageError(`missing argument: SHELL. Use one of ${shells.join(", ")}`);
    const script = SCRIPTS.get(name);
    if (script === undefined) throw new UnknownNameError("shell", name, shells);
    if (rest[0] !== undefined) throw new UsageError(`unexpected argument: ${rest[0]}`);
    context.stdout.write(script);
    return EXIT.done;
  };

/**
 * Prints one candidate per line with its description after a tab. `:files` and `:folders` request completion by the
 * shell.
 */
const printCandidates = async (words: readonly string[], program: Program, context: ProcessContext): Promise<ExitCode> => {
  const found = await candidates(words, program, findValues(context));
  if (found.paths !== undefined) context.stdout.write(`:${found.paths}\n`);
  for (const { text, about } of found.words) context.stdout.write(`${text}\t${escapeLine(about)}\n`);
  return EXIT.done;
};

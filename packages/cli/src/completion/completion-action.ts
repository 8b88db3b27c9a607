import { type Arguments, type OptionTable, UnknownNameError, UsageError } from "../argv/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { candidates } from "./candidates.ts";
import type { Program } from "./program.ts";
import { SCRIPTS } from "./scripts/index.ts";
import { findValues } from "./values.ts";

const CANDIDATES = "candidates";

/** `cox completion`. */
export const completionAction =
  (program: Program) =>
  async ({ positionals: [name, ...rest] }: Arguments<OptionTable>, surroundings: ProcessContext): Promise<ExitCode> => {
    if (name === CANDIDATES) return printCandidates(rest, program, surroundings);
    const shells = [...SCRIPTS.keys()];
    if (name === undefined) throw new UsageError(`missing argument: SHELL. Use one of ${shells.join(", ")}`);
    const script = SCRIPTS.get(name);
    if (script === undefined) throw new UnknownNameError("shell", name, shells);
    if (rest[0] !== undefined) throw new UsageError(`unexpected argument: ${rest[0]}`);
    surroundings.stdout.write(script);
    return EXIT.done;
  };

/**
 * Prints one candidate per line with its description after a tab. `:files` and `:folders` request completion by the
 * shell.
 */
const printCandidates = async (words: readonly string[], program: Program, surroundings: ProcessContext): Promise<ExitCode> => {
  const found = await candidates(words, program, findValues(surroundings));
  if (found.paths !== undefined) surroundings.stdout.write(`:${found.paths}\n`);
  for (const { text, about } of found.words) surroundings.stdout.write(`${text}\t${escapeLine(about)}\n`);
  return EXIT.done;
};

import type { Confinement } from "../confinement.ts";
import type { ProcessResult } from "../process.ts";
import type { Entered } from "../sandbox/index.ts";
import { type Command, runCommand } from "./run-command.ts";
import type { CommandProcess } from "./start-command.ts";

/**
 * Runs a command in the sandbox, and then checks the files that it created. `take`: returns a process that already runs
 * it, if any.
 * @throws {ProcessError}
 */
export const runConfined = async (
  command: Command,
  entered: Entered,
  confinement: Confinement,
  take: () => Promise<CommandProcess | undefined>,
): Promise<ProcessResult> => {
  const ended = await take()
    .then((process) => runCommand({ ...command, check: entered.check, process }))
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
  const movedAway = await entered.leave();
  if ("error" in ended) throw ended.error;
  const refused = entered.refused?.() ?? [];
  return {
    ...ended.result,
    confinement,
    ...(movedAway.length === 0 ? {} : { movedAway }),
    ...(refused.length === 0 ? {} : { refused }),
  };
};

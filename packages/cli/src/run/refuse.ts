import { UsageError } from "../argv/index.ts";
import { writeMoreFaults } from "../output/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { type Display, failure, EMPTY_REPORT } from "../prompt/index.ts";

/** Reports a run that could not start as a failed one, so that JSON output always has a result. */
export const refuse = (error: unknown, display: Display, { stderr }: Pick<ProcessContext, "stderr">): ExitCode => {
  if (error instanceof UsageError || !(error instanceof Error) || !("code" in error)) throw error;
  const ending = failure(error.message, String(error.code));
  display.end(ending, EMPTY_REPORT);
  writeMoreFaults(error, stderr);
  return ending.code;
};

import { LogWriteError, type Runtime } from "coxswain";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/**
 * Closes a runtime after work that ended with `code`. Fails if the last entries could not be written to the log,
 * because they are lost.
 */
export const closeRuntime = async (runtime: Runtime, code: ExitCode, stderr: ProcessContext["stderr"]): Promise<ExitCode> => {
  try {
    await runtime.close();
    return code;
  } catch (error) {
    if (!(error instanceof LogWriteError)) throw error;
    stderr.write("cox: could not write the last entries of the session; everything before them is saved\n");
    return code === EXIT.done ? EXIT.failed : code;
  }
};

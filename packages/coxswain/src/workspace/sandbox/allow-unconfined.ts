import { ProcessError } from "../errors.ts";
import type { SandboxOptions } from "./options.ts";

/**
 * Handles a command that cannot be confined: returns if it may run unconfined. @throws {ProcessError} if confinement is
 * required.
 */
export const allowUnconfined = (mode: SandboxOptions["mode"], reason: string): undefined => {
  if (mode === "required") throw new ProcessError(`The command was not run because a sandbox is required and not available: ${reason}`);
};

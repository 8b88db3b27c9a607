import { ProcessError } from "../errors.ts";
import type { SandboxOptions, Sandbox } from "./sandbox.ts";

/**
 * Handles a command that cannot be confined: returns if it may run unconfined. @throws {ProcessError} if confinement is
 * required.
 */
export const allowUnconfined = (mode: SandboxOptions["mode"], reason: string): undefined => {
  if (mode === "required") throw new ProcessError(`The command was not run because a sandbox is required and not available: ${reason}`);
};

/** For systems without a sandbox. */
export const noSandbox = (mode: SandboxOptions["mode"], reason: string): Sandbox => ({
  confinement: async () => ({ kind: "none", reason }),
  enter: async () => allowUnconfined(mode, reason),
  wrote() {},
  close: async () => {},
});

import { ProcessError } from "../errors.ts";
import type { SandboxOptions } from "./options.ts";

/** What becomes of a command that cannot be confined: it runs all the same, or not at all. @throws {ProcessError} */
export const notConfined = (mode: SandboxOptions["mode"], reason: string): undefined => {
  if (mode === "required") throw new ProcessError(`The command was not run, for it has to be confined and cannot be: ${reason}`);
};

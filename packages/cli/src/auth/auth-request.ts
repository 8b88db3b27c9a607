import type { Credentials } from "coxswain/settings";
import type { Configuration } from "../configuration/index.ts";
import type { CommandArguments, AUTH } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** The request of one action of `cox auth`. */
export interface AuthRequest {
  readonly configuration: Configuration;
  readonly credentials: Credentials;
  readonly values: CommandArguments<typeof AUTH>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

export type AuthAction = (request: AuthRequest) => Promise<ExitCode>;

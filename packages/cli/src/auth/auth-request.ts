import type { Credentials } from "coxswain/settings";
import type { OptionValues } from "../argv/index.ts";
import type { Configuration } from "../configuration/index.ts";
import type { AUTH_OPTIONS } from "../options/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** What one action of `cox auth` is to do. */
export interface AuthRequest {
  readonly configuration: Configuration;
  readonly kept: Credentials;
  readonly values: OptionValues<typeof AUTH_OPTIONS>;
  /** What came after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

export type AuthAction = (request: AuthRequest) => Promise<ExitCode>;

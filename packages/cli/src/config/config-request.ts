import type { CommandArguments, CONFIG } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** The request of one action of `cox config`. */
export interface ConfigRequest {
  readonly values: CommandArguments<typeof CONFIG>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

export type ConfigAction = (request: ConfigRequest) => Promise<ExitCode>;

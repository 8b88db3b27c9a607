import type { CommandArguments, CONFIG } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** What one action of `cox config` is to do. */
export interface ConfigRequest {
  readonly values: CommandArguments<typeof CONFIG>["values"];
  /** What came after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

export type ConfigAction = (request: ConfigRequest) => Promise<ExitCode>;

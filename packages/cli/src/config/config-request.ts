import type { OptionValues } from "../argv/index.ts";
import type { CONFIG_OPTIONS } from "../options/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** What one action of `cox config` is to do. */
export interface ConfigRequest {
  readonly values: OptionValues<typeof CONFIG_OPTIONS>;
  /** What came after the action's name. */
  readonly rest: readonly string[];
  readonly surroundings: ProcessContext;
}

export type ConfigAction = (request: ConfigRequest) => Promise<ExitCode>;

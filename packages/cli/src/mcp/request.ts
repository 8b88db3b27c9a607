import type { Configuration } from "../configuration/index.ts";
import type { CommandArguments, MCP } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";

/** The request of one action of `cox mcp`. */
export interface McpActionRequest {
  readonly configuration: Configuration;
  readonly values: CommandArguments<typeof MCP>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly context: ProcessContext;
}

export type McpAction = (request: McpActionRequest) => Promise<ExitCode>;

import type { McpServers, McpServerState } from "coxswain/mcp";
import { type Configuration, openMcpServers } from "../configuration/index.ts";
import type { Warn } from "./task-model.ts";

/**
 * Opens the MCP servers of a task and reports, in one line, which configured ones are not used. Later, each failure is
 * reported once. Undefined, and nothing is loaded, if there are none.
 */
export const taskServers = async (configuration: Configuration, cwd: string, warn: Warn): Promise<McpServers | undefined> => {
  const { warnings, skipped } = configuration.mcp;
  const unused = skipped.flatMap(({ name, kind, reason }) =>
    kind === "faulty" || kind === "unapproved" ? [`MCP server ${name}: ${reason}`] : [],
  );
  const [first, ...more] = [...unused, ...warnings];
  if (first !== undefined) warn(more.length === 0 ? first : `${first}. ${more.length} more warnings: run \`cox mcp\`.`);
  const servers = await openMcpServers(configuration, cwd);
  const reported = new Map<string, string>();
  servers?.onChange(({ name, state }) => {
    const line = failureLine(name, state);
    if (line === undefined || reported.get(name) === line) return;
    reported.set(name, line);
    warn(line);
  });
  return servers;
};

const failureLine = (name: string, state: McpServerState): string | undefined =>
  state.kind === "failed" ? `MCP server ${name}: ${state.reason}` : undefined;

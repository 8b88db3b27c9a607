import { join } from "node:path";
import type { McpServers } from "coxswain/mcp";
import type { Configuration } from "./configure.ts";

/** Opens the configured MCP servers for sessions in a folder. Starts none. Undefined, and loads nothing, if there are none. */
export const openMcpServers = async (configuration: Configuration, cwd: string): Promise<McpServers | undefined> => {
  const { home, mcp, providers } = configuration;
  if (mcp.servers.length === 0) return undefined;
  const { mcpServers } = await import("coxswain/mcp");
  return mcpServers({
    configs: mcp.servers.map(({ config }) => config),
    cwd,
    env: providers.env,
    cache: join(home.cache, "mcp"),
  });
};

import { join } from "node:path";
import type { McpLogins, McpServers } from "coxswain/mcp";
import type { Configuration } from "./configure.ts";

/** Opens the configured MCP servers for sessions in a folder. Starts none. Undefined, and loads nothing, if there are none. */
export const openMcpServers = async (configuration: Configuration, cwd: string): Promise<McpServers | undefined> => {
  const { home, mcp, providers } = configuration;
  if (mcp.servers.length === 0) return undefined;
  const { mcpServers } = await import("coxswain/mcp");
  const logins = await openMcpLogins(configuration);
  const servers = mcpServers({
    configs: mcp.servers.map(({ config }) => config),
    cwd,
    env: providers.env,
    cache: join(home.cache, "mcp"),
    auth: (config) => logins.authorize(config),
  });
  return {
    ...servers,
    async close() {
      await servers.close();
      await logins.close();
    },
  };
};

/** Opens the user's logins at MCP servers. Reads nothing yet. */
export const openMcpLogins = async ({ home }: Pick<Configuration, "home">): Promise<McpLogins> => {
  const { mcpLogins } = await import("coxswain/mcp");
  return mcpLogins({ folder: join(home.data, "mcp-logins") });
};

import type { McpOffer } from "../mcp/index.ts";
import { fileContent } from "../tools/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { RuntimeOptions } from "./runtime-options.ts";

/** Returns what a session in a workspace gets from MCP servers. Undefined without servers: their room is not loaded. */
export const mcpOffer = async (
  { mcp, askUser }: Pick<RuntimeOptions, "mcp" | "askUser">,
  workspace: Workspace,
): Promise<McpOffer | undefined> => {
  const servers = typeof mcp === "function" ? mcp(workspace.root) : mcp;
  if (servers === undefined || servers.servers.length === 0) return undefined;
  const { McpOffer: Offer } = await import("../mcp/index.ts");
  return new Offer(servers, { read: fileContent, workspace, askUser });
};

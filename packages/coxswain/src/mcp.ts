/** coxswain/mcp: MCP servers, their tools, prompts and resources. */

export { McpError, mcpServers } from "./mcp/index.ts";
export type {
  Fetch,
  McpAuth,
  McpCallResult,
  McpCommandConfig,
  McpContent,
  McpElicit,
  McpElicitation,
  McpElicitResult,
  McpManifest,
  McpPromptInfo,
  McpRequestOptions,
  McpResourceContent,
  McpResourceInfo,
  McpServer,
  McpServerConfig,
  McpServers,
  McpServersOptions,
  McpServerState,
  McpToolInfo,
  McpUrlConfig,
} from "./mcp/index.ts";

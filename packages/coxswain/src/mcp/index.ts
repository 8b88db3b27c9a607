export type { Fetch } from "./bounded-fetch.ts";
export type { FoundTool } from "./deferred-tools.ts";
export { McpError } from "./errors.ts";
export { manifestTokens } from "./manifest-tokens.ts";
export { mcpServers } from "./mcp-servers.ts";
export type { McpServersOptions } from "./mcp-servers.ts";
export { McpOffer } from "./offer.ts";
export { mcpLogins } from "./oauth/index.ts";
export type { McpAuthorization, McpLogin, McpLoginPorts, McpLogins, McpLoginsOptions, McpLogout } from "./oauth/index.ts";
export type { McpCallHost } from "./server-tool.ts";
export type { McpAuth } from "./open-client.ts";
export type {
  McpCallResult,
  McpCommandConfig,
  McpContent,
  McpElicit,
  McpElicitation,
  McpElicitResult,
  McpManifest,
  McpOAuthConfig,
  McpPromptInfo,
  McpRequestOptions,
  McpResourceContent,
  McpResourceInfo,
  McpServer,
  McpServerConfig,
  McpServers,
  McpServerState,
  McpToolInfo,
  McpUrlConfig,
} from "./types.ts";

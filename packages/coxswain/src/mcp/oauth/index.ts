export type { McpAuthorization } from "./authorization.ts";
export type { McpLogin, McpLoginPorts } from "./login.ts";
export { type McpLogins, mcpLogins, type McpLoginsOptions, type McpLogout } from "./logins.ts";

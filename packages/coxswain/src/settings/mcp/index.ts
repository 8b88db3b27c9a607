export { mcpApprovals, type McpApprovals } from "./approvals.ts";
export { projectServersPath } from "./project-servers-path.ts";
export { loadMcpServers, projectMcpServers } from "./servers.ts";
export type { ConfiguredMcpServer, LoadedMcpServers, ProjectMcpServers, SkippedMcpServer } from "./types.ts";

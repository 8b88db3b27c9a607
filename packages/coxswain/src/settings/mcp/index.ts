export { mcpApprovals, type McpApprovals } from "./approvals.ts";
export { projectServersPath } from "./project-servers-path.ts";
export { changeProjectServer, loadMcpServers, projectMcpServers } from "./servers.ts";
export type { ConfiguredMcpServer, LoadedMcpServers, ProjectMcpServer, SkippedMcpServer } from "./types.ts";

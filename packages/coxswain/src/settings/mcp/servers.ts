import { existsSync } from "node:fs";
import { projectServersPath } from "./project-servers-path.ts";
import type { LoadedMcpServers, McpServersRequest, ProjectMcpServers } from "./types.ts";

/**
 * Loads the configured MCP servers. Of several with the same name, one of `files` is used, the last of them first, then
 * the user's, then the project's: a project cannot replace a server of the user. A server that is disabled hides
 * those below it too. Nothing is started, and no network is used.
 * @throws {SettingsError} when one of `files` cannot be used.
 */
export const loadMcpServers = async (request: McpServersRequest): Promise<LoadedMcpServers> => {
  const { user, project, trusted, files = [] } = request;
  const ownFile = trusted && existsSync(projectServersPath(project));
  if (!ownFile && files.length === 0 && Object.keys(user.servers).length === 0) return { servers: [], skipped: [], warnings: [] };
  const { resolveMcpServers } = await import("./load-servers.ts");
  return resolveMcpServers(request);
};

/** Reads a project's servers without using them. Undefined if it has no such file, or only an unusable one. */
export const projectMcpServers = async (project: string): Promise<ProjectMcpServers | undefined> => {
  if (!existsSync(projectServersPath(project))) return undefined;
  const { readProjectServers } = await import("./load-servers.ts");
  return readProjectServers(project);
};

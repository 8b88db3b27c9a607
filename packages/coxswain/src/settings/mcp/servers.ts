import { existsSync } from "node:fs";
import type { McpServerSettings } from "../settings.ts";
import { projectServersPath } from "./project-servers-path.ts";
import type { LoadedMcpServers, McpServersRequest, ProjectMcpServer } from "./types.ts";

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

/**
 * Sets one server of a project's `.mcp.json`, or removes it if `settings` is undefined. The file is replaced atomically;
 * all other content is preserved. Creates a missing file.
 * @returns false if the file does not change
 * @throws {SettingsError} when the file cannot be read or written, or resolves to a path outside the project
 */
export const changeProjectServer = async (project: string, name: string, settings: McpServerSettings | undefined): Promise<boolean> => {
  const { changeServer } = await import("./change-server.ts");
  return changeServer(project, name, settings);
};

/** Reads the definitions of a project's servers, for a review. Empty if it has no file of them, or an unusable one. */
export const projectMcpServers = async (project: string): Promise<readonly ProjectMcpServer[]> => {
  if (!existsSync(projectServersPath(project))) return [];
  const { readProjectServers } = await import("./load-servers.ts");
  return readProjectServers(project);
};

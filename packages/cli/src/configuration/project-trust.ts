import { join } from "node:path";
import { type CoxHome, type McpApprovals, mcpApprovals, type ProjectMcpServer, projectMcpServers, trustStore } from "coxswain/settings";
import { trustPath } from "./paths.ts";

/** The user's decisions about a project. */
export interface ProjectTrust {
  /** True if its files are used. Its MCP servers are, as far as each is approved. */
  readonly isTrusted: boolean;
  /** The definitions of its MCP servers. */
  readonly servers: readonly ProjectMcpServer[];
  /** Names of the servers that the user has not approved in this form. */
  readonly unapproved: readonly string[];
  /** Trusts the project and approves `servers`, now and later. */
  readonly trust: () => void;
}

/** Reads the user's decisions about a project, and its MCP servers, which are not used. @throws {SettingsError} */
export const projectTrust = async (home: CoxHome, project: string): Promise<ProjectTrust> => {
  const trusted = trustStore(trustPath(home));
  const approvals = serverApprovals(home);
  const servers = await projectMcpServers(project);
  const approved = servers.length === 0 ? new Set<string>() : approvals.of(project);
  return {
    isTrusted: trusted.isTrusted(project),
    servers,
    unapproved: servers.flatMap(({ name, hash }) => (hash === undefined || approved.has(hash) ? [] : [name])),
    trust: () => {
      trusted.trust(project);
      const hashes = servers.flatMap(({ hash }) => hash ?? []);
      if (hashes.some((hash) => !approved.has(hash))) approvals.approve(project, hashes);
    },
  };
};

/** The approved MCP servers of projects. */
export const serverApprovals = (home: CoxHome): McpApprovals => mcpApprovals(join(home.data, "mcp-approvals.json"));

import type { McpServerConfig } from "../../mcp/index.ts";
import type { Environment } from "../home.ts";
import type { McpServerSettings } from "../settings.ts";
import type { McpApprovals } from "./approvals.ts";

export interface McpServersRequest {
  /** Servers of the user's settings, and the path of that file. */
  readonly user: { readonly servers: Readonly<Record<string, McpServerSettings>>; readonly path: string };
  /** The working folder, for paths that are relative and `${workspaceFolder}` of the user's servers. Absolute. */
  readonly cwd: string;
  /** Project folder from `projectRoot`. */
  readonly project: string;
  /** True if the user trusts that folder. Otherwise its `.mcp.json` is not opened. */
  readonly trusted: boolean;
  readonly approvals: McpApprovals;
  /** Absolute paths of further files, whose servers override all others. Default: none. */
  readonly files?: readonly string[];
  readonly env: Environment;
}

/** A server that can be used. */
export interface ConfiguredMcpServer {
  readonly config: McpServerConfig;
  /** As its file defines it, with variables as they are written. */
  readonly settings: McpServerSettings;
  /** Path of that file. */
  readonly source: string;
}

/**
 * A server that is not used. `faulty`: its configuration has an error. `unapproved`: the user has not approved this
 * definition of a project's server. `hidden`: a server of the same name overrides it.
 */
export interface SkippedMcpServer {
  readonly name: string;
  readonly origin: McpServerConfig["origin"];
  readonly source: string;
  readonly kind: "disabled" | "faulty" | "hidden" | "unapproved";
  /** One line with the cause and what to do, without values of variables. */
  readonly reason: string;
}

export interface LoadedMcpServers {
  /** By name, unique. */
  readonly servers: readonly ConfiguredMcpServer[];
  readonly skipped: readonly SkippedMcpServer[];
  /** One line for each ignored field or file. */
  readonly warnings: readonly string[];
}

/** A server as its project defines it, or the reason why it is unusable. */
export type ProjectMcpServer =
  | { readonly name: string; readonly settings: McpServerSettings; /** For `McpApprovals.approve`. */ readonly hash: string }
  | { readonly name: string; readonly reason: string; readonly hash?: undefined };

/** The servers of a file of MCP servers, each on its own: a faulty one does not affect the others. */
export interface ServerFile {
  readonly path: string;
  readonly servers: readonly FileServer[];
  /** One line each, with line and column. */
  readonly warnings: readonly string[];
}

export interface FileServer {
  readonly name: string;
  /** `reason`: one line with the cause and what to do. */
  readonly entry: { readonly settings: McpServerSettings } | { readonly reason: string };
}

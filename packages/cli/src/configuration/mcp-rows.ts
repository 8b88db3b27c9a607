import type { McpManifest, McpServers } from "coxswain/mcp";
import type { Configuration } from "./configure.ts";

/** A configured MCP server with its state, for lists. */
export interface McpServerRow {
  readonly name: string;
  /** Path of the file that configures it. */
  readonly source: string;
  /** `disabled`, `hidden` and `unapproved` servers are not used, and neither are those whose configuration is faulty: `failed`. */
  readonly state: "configured" | "known" | "starting" | "started" | "failed" | "disabled" | "hidden" | "unapproved";
  /** Everything that it offers, as far as it is known. */
  readonly manifest?: McpManifest;
  /** One line on why it is not available and what to do. */
  readonly reason?: string;
  readonly needsLogin: boolean;
}

/** Lists all servers of a configuration. @param servers the result of `openMcpServers` for it */
export const mcpServerRows = (
  { mcp }: Pick<Configuration, "mcp">,
  servers: Pick<McpServers, "find"> | undefined,
): readonly McpServerRow[] => [
  ...mcp.servers.flatMap(({ config: { name }, source }) => {
    const server = servers?.find(name);
    if (server === undefined) return [];
    const { state, manifest } = server;
    const row = { name, source, state: state.kind, ...(manifest === undefined ? {} : { manifest }), needsLogin: false };
    if (state.kind === "failed") return [{ ...row, reason: state.reason, needsLogin: state.needsLogin }];
    return [state.kind === "disabled" ? { ...row, reason: "disabled in this session" } : row];
  }),
  ...mcp.skipped.map(({ name, source, kind, reason }) => ({
    name,
    source,
    state: kind === "faulty" ? ("failed" as const) : kind,
    reason,
    needsLogin: false,
  })),
];

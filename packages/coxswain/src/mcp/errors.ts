import { CoxswainError } from "../base/index.ts";

/** An MCP server is not available, or a request to it failed. The message names the server. */
export class McpError extends CoxswainError {
  override readonly name = "McpError";
  readonly code = "mcp";
  readonly server: string;
  /** The message without the server's name. */
  readonly reason: string;
  /** True if the user must log in first. */
  readonly needsLogin: boolean;

  constructor(
    server: string,
    reason: string,
    { needsLogin = false, cause }: { readonly needsLogin?: boolean; readonly cause?: unknown } = {},
  ) {
    super(`MCP server ${server}: ${reason}`, { cause });
    this.server = server;
    this.reason = reason;
    this.needsLogin = needsLogin;
  }
}

import type { FetchLike } from "@modelcontextprotocol/client";
import { systemTimers, type Timers } from "../../workspace/index.ts";
import type { McpUrlConfig } from "../types.ts";
import { type McpAuthorization, serverAuthorization } from "./authorization.ts";
import { login, type McpLogin, type McpLoginPorts } from "./login.ts";
import { loginStore } from "./login-store.ts";

/** The user's logins at MCP servers, shared by all processes. */
export interface McpLogins {
  /** Returns the authorization of a server's requests. Nothing is read before the first request. */
  authorize(config: McpUrlConfig): McpAuthorization;
  /**
   * Logs in at a server: opens the browser, waits for its return, and stores the tokens.
   * @throws {McpError} the login failed or was denied; the stored login is unchanged
   * @throws the reason of `ports.signal` if that aborts
   */
  login(config: McpUrlConfig, ports: McpLoginPorts): Promise<McpLogin>;
  /**
   * Deletes the login at a server: its tokens and the registered client. Returns false if there was none.
   * @throws {McpError} the file of the login is unusable
   */
  logout(config: McpUrlConfig): Promise<boolean>;
}

export interface McpLoginsOptions {
  /** Absolute path. Created with mode 0700 at the first login; contains one file of mode 0600 per login. */
  readonly folder: string;
  /** Default: the global fetch. */
  readonly fetch?: FetchLike;
  readonly timers?: Timers;
}

export const mcpLogins = ({ folder, fetch = globalThis.fetch, timers = systemTimers }: McpLoginsOptions): McpLogins => {
  const store = loginStore(folder, timers);
  return {
    authorize: (config) => serverAuthorization(store, fetch, config),
    login: (config, ports) => login(store, fetch, config, ports),
    async logout(config) {
      const { tokens, client } = await store.read(config);
      if (tokens === undefined && client === undefined) return false;
      await store.update(config, () => ({}));
      return true;
    },
  };
};

import type { FetchLike } from "@modelcontextprotocol/client";
import { systemTimers, type Timers } from "../../workspace/index.ts";
import type { McpUrlConfig } from "../types.ts";
import { type McpAuthorization, serverAuthorization } from "./authorization.ts";
import { login, type McpLogin, type McpLoginPorts } from "./login.ts";
import { isEmpty, type LoginRecord } from "./login-record.ts";
import { loginStore } from "./login-store.ts";
import { revoke } from "./revoke.ts";

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
   * Deletes the login at a server, with its registered client, and then revokes its tokens. Returns undefined if there was
   * none.
   * @throws {McpError} the file of the login is unusable
   */
  logout(config: McpUrlConfig): Promise<McpLogout | undefined>;
  /**
   * Waits until the answers to sent token requests are stored, at most 15 s: without them the next process would send a
   * spent refresh token. Call it after the servers are closed, and before the process exits.
   */
  close(): Promise<void>;
}

/** A login that was deleted from this machine. */
export interface McpLogout {
  /**
   * Reason why the tokens could not be revoked, for people. Undefined if they were, or if the authorization server cannot
   * revoke tokens.
   */
  readonly revocationFailure: string | undefined;
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
  const closing = new AbortController();
  const renewals = new Set<Promise<void>>();
  const onRenewal = (renewal: Promise<void>): void => {
    renewals.add(renewal);
    void Promise.allSettled([renewal]).then(() => renewals.delete(renewal));
  };
  return {
    authorize: (config) => serverAuthorization({ store, fetch, config, signal: closing.signal, onRenewal }),
    login: (config, ports) => login(store, fetch, config, ports),
    async logout(config) {
      if (isEmpty(await store.read(config))) return undefined;
      let record: LoginRecord = {};
      // First, so that no other process starts to use the login.
      await store.update(config, (stored) => {
        record = stored;
        return {};
      });
      return { revocationFailure: await revoke(record, config, fetch) };
    },
    async close() {
      closing.abort(new Error("the logins are closed"));
      await Promise.allSettled(renewals);
    },
  };
};

import type * as Sdk from "@modelcontextprotocol/client";
import { McpError } from "../errors.ts";
import type { McpUrlConfig } from "../types.ts";
import { challengeOf, requiresScope } from "./challenge.ts";
import type { LoginRecord } from "./login-record.ts";
import type { LoginStore } from "./login-store.ts";
import { refresh } from "./refresh.ts";

/** Authorizes the requests to one server with the user's login. */
export interface McpAuthorization {
  readonly provider: Sdk.AuthProvider;
  /**
   * Wraps the fetch of the requests to the server, outside of every other wrapper: it observes which token each response
   * belongs to, and which scopes the server requires. It changes nothing.
   */
  readonly observe: (fetch: Sdk.FetchLike) => Sdk.FetchLike;
}

export interface AuthorizationOptions {
  readonly store: LoginStore;
  readonly fetch: Sdk.FetchLike;
  readonly config: McpUrlConfig;
  /** Ends renewals, except for a token request that was sent: its answer may be the only valid token. */
  readonly signal: AbortSignal;
  /** Called when a renewal starts. */
  readonly onRenewal: (renewal: Promise<void>) => void;
}

/**
 * Returns the authorization of a server, for the transport of a connection. It never asks the user: an McpError with
 * `needsLogin` names the command for it.
 *
 * All processes share one login, and refresh tokens may be usable only once. So a token that a server rejects is
 * replaced under the login's lock, by the one that another process has stored meanwhile, or else by a refresh.
 */
export const serverAuthorization = ({ store, fetch, config, signal, onRenewal }: AuthorizationOptions): McpAuthorization => {
  const usedTokens = new WeakMap<Response, string>();

  const renew = async (response: Response): Promise<void> => {
    const sdk = await import("@modelcontextprotocol/client");
    const challenge = challengeOf(sdk, response);
    let reason: string | undefined;
    const change = async (record: LoginRecord): Promise<LoginRecord> => {
      if (isUsable(record, usedTokens.get(response))) return record;
      const result = await refresh({ sdk, config, record, challenge, fetch, signal });
      if (result.kind === "refreshed") return result.record;
      reason = result.kind === "unavailable" ? `the login cannot be renewed: ${result.reason}. Try again later.` : undefined;
      return result.kind === "unavailable" ? record : { ...result.record, challenge };
    };
    const after = await store.update(config, change, signal);
    if (reason !== undefined) throw new McpError(config.name, reason);
    if (!isUsable(after, usedTokens.get(response))) throw loginRequired(config.name);
  };

  return {
    provider: {
      /** The stored one each time: another process may have changed the login. */
      async token() {
        return (await store.read(config)).tokens?.access_token;
      },
      onUnauthorized({ response }) {
        const renewal = renew(response);
        onRenewal(renewal);
        return renewal;
      },
    },
    observe: (inner) => async (url, init) => {
      const response = await inner(url, init);
      const token = bearerToken(init);
      if (token !== undefined) usedTokens.set(response, token);
      if (response.status === 403) await recordRequiredScope(store, config, response);
      return response;
    },
  };
};

/** Returns true if there is a token other than the one that the server rejected. */
const isUsable = ({ tokens }: LoginRecord, rejected: string | undefined): boolean =>
  tokens !== undefined && tokens.access_token !== rejected;

const bearerToken = (init: RequestInit | undefined): string | undefined => {
  const [scheme, token] = (new Headers(init?.headers).get("authorization") ?? "").split(" ");
  return scheme === "Bearer" ? token : undefined;
};

/** Stores the scopes that the server requires, so that the next login requests them in addition. */
const recordRequiredScope = async (store: LoginStore, config: McpUrlConfig, response: Response): Promise<void> => {
  const sdk = await import("@modelcontextprotocol/client");
  if (!requiresScope(sdk, response)) return;
  await store.update(config, (record) => ({ ...record, challenge: challengeOf(sdk, response) }));
};

const loginRequired = (name: string): McpError => new McpError(name, `not logged in. Run: cox mcp login ${name}`, { needsLogin: true });

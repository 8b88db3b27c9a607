import type * as Sdk from "@modelcontextprotocol/client";
import type { LoginChallenge } from "./login-record.ts";

/** Returns the challenge of a 401 or 403 response. */
export const challengeOf = (sdk: typeof Sdk, response: Response): LoginChallenge => {
  const { scope, resourceMetadataUrl } = sdk.extractWWWAuthenticateParams(response);
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl.href }),
  };
};

/** Returns true if a 403 response requires scopes that the token does not have. */
export const requiresScope = (sdk: typeof Sdk, response: Response): boolean =>
  sdk.extractWWWAuthenticateParams(response).error === "insufficient_scope";

/**
 * Asks a server what its logins require, with a request that both eras of the protocol answer without side effects.
 * Returns an empty challenge if the server does not say; the login then relies on its well-known metadata.
 */
export const requestChallenge = async (sdk: typeof Sdk, url: string, fetch: Sdk.FetchLike): Promise<LoginChallenge> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover" }),
    redirect: "manual",
  });
  await response.body?.cancel();
  return challengeOf(sdk, response);
};

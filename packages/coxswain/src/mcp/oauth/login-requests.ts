import type * as Sdk from "@modelcontextprotocol/client";

/** Milliseconds until a request of a login fails. */
const REQUEST_TIMEOUT = 15_000;

/** Returns a fetch for the requests of a login, each limited in time. `signal` aborts them. */
export const loginFetch =
  (fetch: Sdk.FetchLike, signal?: AbortSignal): Sdk.FetchLike =>
  (url, init) => {
    const signals = [AbortSignal.timeout(REQUEST_TIMEOUT), signal, init?.signal].filter((each) => each instanceof AbortSignal);
    return fetch(url, { ...init, signal: AbortSignal.any(signals) });
  };

/**
 * Returns the `resource` parameter of token requests: exactly as the metadata has it, since servers may compare it
 * exactly. @throws {Error} if the metadata belongs to another server.
 */
export const resourceIndicator = (
  { checkResourceAllowed, resourceUrlFromServerUrl }: typeof Sdk,
  serverUrl: string,
  metadata: Sdk.OAuthProtectedResourceMetadata | undefined,
): string | undefined => {
  if (metadata === undefined) return undefined;
  const isAllowed = checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(serverUrl), configuredResource: metadata.resource });
  if (!isAllowed) throw new Error("its metadata describes another server");
  return metadata.resource;
};

import type * as Sdk from "@modelcontextprotocol/client";
import { asRecord } from "../../base/index.ts";
import type { McpUrlConfig } from "../types.ts";
import { explainFailure, oauthErrorCode } from "./explain-failure.ts";
import { withConfiguredSecret } from "./login-client.ts";
import type { LoginRecord } from "./login-record.ts";
import { loginFetch } from "./login-requests.ts";

/**
 * Revokes the tokens of a user's login at the authorization server that issued them (RFC 7009), if it has an endpoint for
 * this. A client that logs in without a user has nothing to revoke: it gets new tokens by its secret. Returns the reason
 * of a failure.
 */
export const revoke = async (record: LoginRecord, config: McpUrlConfig, fetch: Sdk.FetchLike): Promise<string | undefined> => {
  const { tokens, client } = record;
  if (tokens?.issuer === undefined || client?.redirectUrl === undefined) return undefined;
  const sdk = await import("@modelcontextprotocol/client");
  const fetchFn = loginFetch(fetch, config.url);
  try {
    const metadata = asRecord(await sdk.discoverAuthorizationServerMetadata(tokens.issuer, { fetchFn }));
    const { revocation_endpoint: endpoint } = metadata;
    if (typeof endpoint !== "string") return undefined;
    const methods = methodsOf(metadata["revocation_endpoint_auth_methods_supported"] ?? metadata["token_endpoint_auth_methods_supported"]);
    const information = withConfiguredSecret(client.information, config);
    for (const kind of ["refresh_token", "access_token"] as const) {
      const token = tokens[kind];
      if (token === undefined) continue;
      const response = await fetchFn(endpoint, requestOf(sdk, { token, token_type_hint: kind }, information, methods));
      if (response.ok) continue;
      const error = await sdk.parseErrorResponse(response);
      // An access token that cannot be revoked expires soon.
      if (kind === "refresh_token" || oauthErrorCode(sdk, error) !== "unsupported_token_type") throw error;
    }
    return undefined;
  } catch (error) {
    return explainFailure(error, sdk);
  }
};

const methodsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Authenticates the client as token requests do. */
const requestOf = (
  sdk: typeof Sdk,
  parameters: Readonly<Record<string, string>>,
  information: Sdk.StoredOAuthClientInformation,
  methods: string[],
): RequestInit => {
  const { client_id: id, client_secret: secret } = information;
  const method = sdk.selectClientAuthMethod(information, methods);
  const isBasic = method === "client_secret_basic";
  const body = new URLSearchParams({
    ...parameters,
    ...(isBasic ? {} : { client_id: id }),
    ...(method === "client_secret_post" && secret !== undefined ? { client_secret: secret } : {}),
  });
  const headers = isBasic ? { authorization: `Basic ${btoa(`${id}:${secret ?? ""}`)}` } : {};
  return { method: "POST", headers: { ...headers, accept: "application/json" }, body, redirect: "manual" };
};

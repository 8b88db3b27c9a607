import type * as Sdk from "@modelcontextprotocol/client";
import type { McpUrlConfig } from "../types.ts";
import { explainFailure, isUnknownClient, oauthErrorCode } from "./explain-failure.ts";
import { withConfiguredSecret } from "./login-client.ts";
import { type LoginChallenge, type LoginRecord, without } from "./login-record.ts";
import { loginFetch, resourceIndicator } from "./login-requests.ts";
import { signingKey } from "./signing-key.ts";

/** Result of an attempt to get new tokens. `unavailable`: the stored ones may work later. */
export type Refreshed =
  | { readonly kind: "refreshed"; readonly record: LoginRecord }
  | { readonly kind: "login_required"; readonly record: LoginRecord }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface RefreshOptions {
  readonly sdk: typeof Sdk;
  readonly config: McpUrlConfig;
  readonly record: LoginRecord;
  readonly challenge: LoginChallenge;
  readonly fetch: Sdk.FetchLike;
  /** Ends the discovery. A token request that was sent ends only with its answer, or at its timeout. */
  readonly signal: AbortSignal;
}

/**
 * Requests new tokens without a user. Only `invalid_grant` deletes the stored ones: any other failure may be
 * temporary. The authorization server is discovered each time, since the server may have moved to another one, which must
 * not receive the old one's tokens.
 */
export const refresh = async (options: RefreshOptions): Promise<Refreshed> => {
  const { sdk, record } = options;
  try {
    const renewed = await (options.config.oauth?.grant === "client_credentials" ? requestByClient(options) : renew(options));
    return renewed === undefined ? { kind: "login_required", record } : { kind: "refreshed", record: renewed };
  } catch (error) {
    const code = oauthErrorCode(sdk, error);
    if (isUnknownClient(code)) return { kind: "login_required", record: without(record, "client") };
    if (code === "invalid_grant") return { kind: "login_required", record: without(record, "tokens") };
    return { kind: "unavailable", reason: explainFailure(error, sdk) };
  }
};

/** Uses the refresh token. Returns undefined if there is none for this authorization server. */
const renew = async (options: RefreshOptions): Promise<LoginRecord | undefined> => {
  const { sdk, config, record, fetch } = options;
  const { tokens, client } = record;
  if (tokens?.refresh_token === undefined || client === undefined) return undefined;
  const { issuer, url, parameters } = await discover(options);
  if (tokens.issuer !== issuer) return undefined;
  const renewed = await sdk.refreshAuthorization(url, {
    ...parameters,
    clientInformation: withConfiguredSecret(client.information, config),
    refreshToken: tokens.refresh_token,
    fetchFn: loginFetch(fetch, config.url),
  });
  return { client, tokens: { ...(tokens.scope === undefined ? {} : { scope: tokens.scope }), ...renewed, issuer } };
};

/** Uses the client's secret or key, which is bound to the first authorization server that it was used with. */
const requestByClient = async (options: RefreshOptions): Promise<LoginRecord> => {
  const { sdk, config, record, challenge, fetch, signal } = options;
  const { clientId, scopes } = config.oauth ?? {};
  const { issuer, url, parameters } = await discover(options);
  const bound = record.client?.information;
  if (bound !== undefined && bound.client_id === clientId && bound.issuer !== issuer)
    throw new Error(`its authorization server is now ${issuer}, and was ${bound.issuer}; to accept it, run: cox mcp logout ${config.name}`);
  const provider = await clientProvider(sdk, config, issuer);
  const scope = sdk.computeScopeUnion(challenge.scope, scopes?.join(" "));
  const fetchFn = loginFetch(fetch, config.url, signal);
  const tokens = await sdk.fetchToken(provider, url, { ...parameters, fetchFn, ...(scope === undefined ? {} : { scope }) });
  const information = { client_id: provider.clientInformation().client_id, issuer };
  return { client: { information }, tokens: { ...tokens, issuer } };
};

const clientProvider = async (
  sdk: typeof Sdk,
  { oauth: { clientId, clientSecret, privateKeyFile } = {} }: McpUrlConfig,
  expectedIssuer: string,
): Promise<Sdk.ClientCredentialsProvider | Sdk.PrivateKeyJwtProvider> => {
  if (clientId !== undefined && privateKeyFile !== undefined)
    return new sdk.PrivateKeyJwtProvider({ clientId, expectedIssuer, ...(await signingKey(privateKeyFile)) });
  if (clientId !== undefined && clientSecret !== undefined)
    return new sdk.ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer });
  throw new Error("the grant client_credentials needs oauth.clientId, and oauth.clientSecret or oauth.privateKeyFile");
};

interface Discovered {
  readonly issuer: string;
  readonly url: string;
  /** Parameters that all token requests share. */
  readonly parameters: { readonly metadata?: Sdk.AuthorizationServerMetadata; readonly resource?: string };
}

const discover = async ({ sdk, config, challenge: { resourceMetadataUrl }, fetch, signal }: RefreshOptions): Promise<Discovered> => {
  const {
    authorizationServerUrl,
    authorizationServerMetadata: metadata,
    resourceMetadata,
  } = await sdk.discoverOAuthServerInfo(config.url, {
    fetchFn: loginFetch(fetch, config.url, signal),
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  });
  const resource = resourceIndicator(sdk, config.url, resourceMetadata);
  return {
    issuer: metadata?.issuer ?? authorizationServerUrl,
    url: authorizationServerUrl,
    parameters: { ...(metadata === undefined ? {} : { metadata }), ...(resource === undefined ? {} : { resource }) },
  };
};

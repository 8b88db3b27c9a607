import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import type { McpUrlConfig } from "../types.ts";
import type { LoginClient } from "./login-record.ts";

/** Adds the secret of a configured client, which is not stored. */
export const withConfiguredSecret = (information: StoredOAuthClientInformation, { oauth }: McpUrlConfig): StoredOAuthClientInformation => {
  const { clientId, clientSecret } = oauth ?? {};
  return clientId === information.client_id && clientSecret !== undefined ? { ...information, client_secret: clientSecret } : information;
};

/** One attempt to log in, as the SDK's flow fills it. */
export interface LoginAttempt {
  readonly provider: OAuthClientProvider;
  /** Undefined until the flow has made it. */
  readonly authorizationUrl: () => URL | undefined;
  readonly discovery: () => OAuthDiscoveryState | undefined;
  /** Client that the flow registered or reused. */
  readonly client: () => LoginClient | undefined;
}

export interface LoginAttemptOptions {
  readonly config: McpUrlConfig;
  readonly redirectUrl: string;
  readonly state: string;
  /** Client of the previous login. */
  readonly stored: LoginClient | undefined;
}

/**
 * Returns a provider that stores nothing: a login that is not completed leaves no trace. A stored client is reused if
 * it has the same redirect URL; the SDK ignores one that belongs to another authorization server.
 */
export const loginAttempt = ({ config, redirectUrl, state, stored }: LoginAttemptOptions): LoginAttempt => {
  const { clientId, clientSecret, clientMetadataUrl } = config.oauth ?? {};
  let client = stored?.redirectUrl === redirectUrl ? stored : undefined;
  let verifier = "";
  let authorizationUrl: URL | undefined;
  let discovery: OAuthDiscoveryState | undefined;

  const save = (information: StoredOAuthClientInformation): void => {
    client = { information, redirectUrl };
  };

  /** The secret of a configured client is bound to the first authorization server that it was used with. */
  const configured = (issuer: string | undefined): StoredOAuthClientInformation | undefined => {
    if (clientId === undefined) return undefined;
    const bound = stored?.information.client_id === clientId ? stored.information.issuer : issuer;
    const information = { client_id: clientId, ...(bound === undefined ? {} : { issuer: bound }) };
    save(information);
    return { ...information, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  };

  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: "Coxswain",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => state,
    clientInformation: (context) => configured(context?.issuer) ?? client?.information,
    // Without it the SDK rejects another authorization server instead of registering there.
    ...(clientId === undefined ? { saveClientInformation: save } : {}),
    tokens: () => undefined,
    saveTokens: () => undefined,
    redirectToAuthorization(url) {
      authorizationUrl = url;
    },
    saveCodeVerifier(value) {
      verifier = value;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(value) {
      discovery = value;
    },
    discoveryState: () => discovery,
  };
  return { provider, authorizationUrl: () => authorizationUrl, discovery: () => discovery, client: () => client };
};

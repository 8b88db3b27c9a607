import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** Behaviour of the stub, which may change while it runs. */
export interface StubBehaviour {
  /** Form of the authorization server's metadata. Default: `oauth`, RFC 8414. */
  readonly metadata?: "oauth" | "openid" | "none";
  /** Default: true. False: without RFC 9728, so that the server itself is the authorization server. */
  readonly resourceMetadata?: boolean;
  /** Number of bytes added to the metadata. Default: 0. */
  readonly padding?: number;
  /** Resource that the metadata names. Default: the server's URL. */
  readonly resource?: string;
  /** Default: the stub itself. */
  readonly authorizationServer?: string;
  /** Default: true. */
  readonly registers?: boolean;
  readonly acceptsMetadataDocuments?: boolean;
  /** The `iss` of the answer. Default: none, and none is advertised. */
  readonly iss?: "right" | "wrong" | "missing";
  /** Scopes that a request to the server requires. Default: none. */
  readonly scope?: string;
  /** Default: false. True: only responses to tokens that lack the scopes name them. */
  readonly hidesScope?: boolean;
  /** Default: false. True: the server rejects every token for another reason than its scopes. */
  readonly forbids?: boolean;
  /** URL that requests to the server are redirected to. Default: they are answered. */
  readonly redirectsTo?: string;
  /** Error that every login ends with. Default: none. */
  readonly denies?: { readonly error: string; readonly description?: string };
  /** Status and body of every token request. Default: tokens are issued. */
  readonly tokenFailure?: { readonly status: number; readonly body: string };
  /** Called after a token request was processed and before its response is sent. Default: sent at once. */
  readonly beforeTokenResponse?: (grant: string) => Promise<void>;
  /** Origin of the login page. Default: the stub's. */
  readonly loginPage?: string;
  /** Default: false. */
  readonly omitsScope?: boolean;
  /** Members added to every token response. Default: none. */
  readonly tokenMembers?: Readonly<Record<string, unknown>>;
  /** Path of the server's metadata in its challenges. Default: the well-known one, which alone exists. */
  readonly challengedMetadata?: string;
  /** Path that is never answered. Default: none. */
  readonly hangsAt?: string;
  /** Status of the server's metadata. Default: 200. */
  readonly resourceMetadataStatus?: number;
  /** Status of every registration. Default: 201. */
  readonly registrationStatus?: number;
  /** Origin of the endpoint for registrations. Default: the stub's. */
  readonly registrationOrigin?: string;
  /** Answer of its endpoint for revocations to a kind of token. Default: there is none. */
  readonly revokes?: (kind: string) => { readonly status: number; readonly body?: string };
}

/** A protected MCP server with its authorization server. Access tokens expire on request; refresh tokens are usable once. */
export interface AuthorizationServerStub {
  readonly origin: string;
  /** URL of the protected server. */
  readonly url: string;
  readonly requests: StubRequests;
  behave(behaviour: StubBehaviour): void;
  /** Expires all access tokens. */
  expireTokens(): void;
  /** Forgets all refresh tokens, as at the end of a session of the user. */
  revokeLogins(): void;
  /** Forgets all registered clients. */
  forgetClients(): void;
  /** All tokens, codes and secrets that it issued or received. */
  readonly secrets: ReadonlySet<string>;
}

export interface StubRequests {
  readonly registrations: readonly Record<string, unknown>[];
  readonly authorizations: readonly URLSearchParams[];
  readonly tokens: readonly URLSearchParams[];
  /** Revocations, with the header that authenticated the client. */
  readonly revocations: readonly { readonly parameters: URLSearchParams; readonly authorization: string | undefined }[];
  /** Token requests that reused a refresh token. */
  readonly reuses: number;
  /** Status of each request to the protected server. */
  readonly served: readonly number[];
}

export const authorizationServerStub = async (t: TestContext, initial: StubBehaviour = {}): Promise<AuthorizationServerStub> => {
  let behaviour = initial;
  const requests = {
    registrations: [] as Record<string, unknown>[],
    authorizations: [] as URLSearchParams[],
    tokens: [] as URLSearchParams[],
    revocations: [] as { parameters: URLSearchParams; authorization: string | undefined }[],
    reuses: 0,
    served: [] as number[],
  };
  const secrets = new Set<string>();
  const clients = new Set<string>(["configured"]);
  const codes = new Map<string, URLSearchParams>();
  const accessTokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const usedRefreshTokens = new Set<string>();

  const secret = (kind: string): string => {
    const value = `${kind}-${randomUUID()}`;
    secrets.add(value);
    return value;
  };
  const issue = (scope: string): Record<string, unknown> => {
    const access = secret("access");
    const refresh = secret("refresh");
    accessTokens.set(access, scope);
    refreshTokens.set(refresh, scope);
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: refresh,
      ...(scope === "" || behaviour.omitsScope === true ? {} : { scope }),
      ...behaviour.tokenMembers,
    };
  };

  const resourceMetadata = (): object => ({
    resource: behaviour.resource ?? `${origin}/mcp`,
    authorization_servers: [behaviour.authorizationServer ?? origin],
    padding: "x".repeat(behaviour.padding ?? 0),
  });
  const serverMetadata = (): object => ({
    issuer: origin,
    authorization_endpoint: `${behaviour.loginPage ?? origin}/authorize`,
    token_endpoint: `${origin}/token`,
    ...(behaviour.registers === false ? {} : { registration_endpoint: `${behaviour.registrationOrigin ?? origin}/register` }),
    ...(behaviour.revokes === undefined ? {} : { revocation_endpoint: `${origin}/revoke` }),
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
    ...(behaviour.acceptsMetadataDocuments === true ? { client_id_metadata_document_supported: true } : {}),
    ...(behaviour.iss === undefined ? {} : { authorization_response_iss_parameter_supported: true }),
    ...(behaviour.metadata === "openid"
      ? { jwks_uri: `${origin}/jwks`, subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["RS256"] }
      : {}),
  });

  const authorize = (response: ServerResponse, parameters: URLSearchParams): void => {
    requests.authorizations.push(parameters);
    const client = parameters.get("client_id") ?? "";
    if (!clients.has(client) && !client.startsWith("https://")) return send(response, 400, { error: "unknown client" });
    const target = new URL(parameters.get("redirect_uri") ?? "");
    target.searchParams.set("state", parameters.get("state") ?? "");
    if (behaviour.iss === "right") target.searchParams.set("iss", origin);
    if (behaviour.iss === "wrong") target.searchParams.set("iss", "https://attacker.example");
    if (behaviour.denies === undefined) {
      const code = secret("code");
      codes.set(code, parameters);
      target.searchParams.set("code", code);
    } else {
      target.searchParams.set("error", behaviour.denies.error);
      if (behaviour.denies.description !== undefined) target.searchParams.set("error_description", behaviour.denies.description);
    }
    response.writeHead(302, { location: target.href }).end();
  };

  const redeem = (parameters: URLSearchParams): [number, object] => {
    const code = parameters.get("code") ?? "";
    const authorization = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(parameters.get("code_verifier") ?? "")
      .digest("base64url");
    if (authorization === undefined || authorization.get("code_challenge") !== challenge) return [400, { error: "invalid_grant" }];
    if (authorization.get("redirect_uri") !== parameters.get("redirect_uri")) return [400, { error: "invalid_grant" }];
    return [200, issue(authorization.get("scope") ?? "")];
  };

  /** A reused refresh token ends the login, as RFC 9700 requires. */
  const refresh = (parameters: URLSearchParams): [number, object] => {
    const token = parameters.get("refresh_token") ?? "";
    if (usedRefreshTokens.has(token)) {
      requests.reuses++;
      refreshTokens.clear();
      accessTokens.clear();
    }
    const scope = refreshTokens.get(token);
    if (scope === undefined) return [400, { error: "invalid_grant", error_description: "The refresh token is not valid." }];
    refreshTokens.delete(token);
    usedRefreshTokens.add(token);
    return [200, issue(scope)];
  };

  const requestTokens = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parameters = new URLSearchParams(await bodyOf(request));
    requests.tokens.push(parameters);
    const grant = parameters.get("grant_type") ?? "";
    const client = clientOf(request, parameters);
    const [status, body] =
      behaviour.tokenFailure !== undefined
        ? [behaviour.tokenFailure.status, behaviour.tokenFailure.body]
        : !clients.has(client) && !client.startsWith("https://")
          ? ([401, { error: "invalid_client" }] as const)
          : grant === "authorization_code"
            ? redeem(parameters)
            : grant === "refresh_token"
              ? refresh(parameters)
              : ([200, issue(parameters.get("scope") ?? "")] as const);
    await behaviour.beforeTokenResponse?.(grant);
    send(response, status, body);
  };

  const register = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const metadata: Record<string, unknown> = JSON.parse(await bodyOf(request));
    requests.registrations.push(metadata);
    if (behaviour.registrationStatus !== undefined) return send(response, behaviour.registrationStatus, { error: "invalid_redirect_uri" });
    const id = `client-${randomUUID()}`;
    clients.add(id);
    send(response, 201, { ...metadata, client_id: id });
  };

  const revoke = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parameters = new URLSearchParams(await bodyOf(request));
    requests.revocations.push({ parameters, authorization: request.headers.authorization });
    const token = parameters.get("token") ?? "";
    refreshTokens.delete(token);
    accessTokens.delete(token);
    const { status, body = "" } = behaviour.revokes?.(parameters.get("token_type_hint") ?? "") ?? { status: 404 };
    send(response, status, body);
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const granted = accessTokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
    const required = behaviour.scope?.split(" ") ?? [];
    const isSufficient = required.every((scope) => granted?.split(" ").includes(scope));
    if (behaviour.forbids === true) return void response.writeHead(403).end();
    if (behaviour.redirectsTo !== undefined) return void response.writeHead(307, { location: behaviour.redirectsTo }).end();
    const status = granted === undefined ? 401 : isSufficient ? 202 : 403;
    const challenge = [
      ...(behaviour.resourceMetadata === false
        ? []
        : [`resource_metadata="${origin}${behaviour.challengedMetadata ?? "/.well-known/oauth-protected-resource/mcp"}"`]),
      ...(behaviour.scope === undefined || (status === 401 && behaviour.hidesScope === true) ? [] : [`scope="${behaviour.scope}"`]),
    ];
    requests.served.push(status);
    if (status === 202) return void response.writeHead(202).end();
    const error = status === 403 ? ['error="insufficient_scope"'] : [];
    response.writeHead(status, { "www-authenticate": `Bearer ${[...error, ...challenge].join(", ")}` }).end();
  };

  const server = createServer((request, response) => {
    const [path, query] = (request.url ?? "").split("?");
    if (path === behaviour.hangsAt) return;
    if (path === "/mcp") return serve(request, response);
    if (path === "/token") return void requestTokens(request, response);
    if (path === "/revoke") return void revoke(request, response);
    if (path === "/register") return void register(request, response);
    if (path === "/authorize") return authorize(response, new URLSearchParams(query));
    if (path === "/.well-known/oauth-protected-resource/mcp" && behaviour.resourceMetadata !== false)
      return send(response, behaviour.resourceMetadataStatus ?? 200, resourceMetadata());
    const kind = { "/.well-known/oauth-authorization-server": "oauth", "/.well-known/openid-configuration": "openid" }[path ?? ""];
    if (kind !== undefined && kind === (behaviour.metadata ?? "oauth")) return send(response, 200, serverMetadata());
    send(response, 404, {});
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  t.after(close);
  return {
    origin,
    url: `${origin}/mcp`,
    requests,
    secrets,
    behave(next) {
      behaviour = next;
    },
    expireTokens: () => accessTokens.clear(),
    revokeLogins: () => refreshTokens.clear(),
    forgetClients: () => clients.clear(),
  };
};

/** Returns the client that a token request names, in any of the ways to authenticate. */
const clientOf = (request: IncomingMessage, parameters: URLSearchParams): string => {
  const assertion = parameters.get("client_assertion")?.split(".")[1];
  if (assertion !== undefined) return String(JSON.parse(Buffer.from(assertion, "base64url").toString()).sub);
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return basic === undefined ? (parameters.get("client_id") ?? "") : (Buffer.from(basic, "base64").toString().split(":")[0] ?? "");
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

import { randomBytes } from "node:crypto";
import type * as Sdk from "@modelcontextprotocol/client";
import { errorText, unlessAborted } from "../../base/index.ts";
import { McpError } from "../errors.ts";
import type { McpUrlConfig } from "../types.ts";
import { type LoginCallback, parseCallback } from "./callback.ts";
import { type CallbackServer, callbackServer } from "./callback-server.ts";
import { requestChallenge } from "./challenge.ts";
import { describeRefusal, explainFailure, isUnknownClient, oauthErrorCode } from "./explain-failure.ts";
import { type LoginAttempt, loginAttempt } from "./login-client.ts";
import { type LoginRecord, without } from "./login-record.ts";
import { isEncrypted, limitedFetch, loginFetch, resourceIndicator } from "./login-requests.ts";
import type { LoginStore } from "./login-store.ts";

/** Terminal and browser of the user who logs in. */
export interface McpLoginPorts {
  /** Shows a line. */
  readonly print: (line: string) => void;
  /** Opens a URL in a browser, if there is one. Failures are ignored, since the URL is printed too. */
  readonly open?: (url: string) => Promise<void> | void;
  /**
   * Returns a line that the user pastes, or undefined at the end of the input. Stops reading when the signal aborts.
   * Default: the login waits for the browser alone.
   */
  readonly readLine?: (signal: AbortSignal) => Promise<string | undefined>;
  /** Ends the login. */
  readonly signal: AbortSignal;
}

/** A completed login. */
export interface McpLogin {
  /** Granted scopes. Undefined if the authorization server does not report them. */
  readonly scope: string | undefined;
}

/**
 * Logs the user in at a server: registers a client if needed, opens the browser, and stores the tokens.
 * @throws {McpError} the login failed or was denied; stored tokens are unchanged
 * @throws the reason of `ports.signal` if that aborts
 */
export const login = async (store: LoginStore, fetch: Sdk.FetchLike, config: McpUrlConfig, ports: McpLoginPorts): Promise<McpLogin> => {
  const { name, url, oauth = {} } = config;
  if (oauth.grant === "client_credentials") throw new McpError(name, "it logs in by its client secret. No login is needed.");
  const sdk = await import("@modelcontextprotocol/client");
  const fetchFn = loginFetch(fetch, url, ports.signal);
  try {
    const record = await store.read(config);
    // A server may name its metadata at each request, but a missing scope only where it was missing.
    const challenge = { ...record.challenge, ...(await requestChallenge(sdk, url, limitedFetch(fetch, ports.signal))) };
    const required = sdk.computeScopeUnion(record.challenge?.scope, challenge.scope);
    const state = randomBytes(32).toString("base64url");
    await using server = await openServer(config, record, state);
    const attempt = loginAttempt({ config, redirectUrl: server.redirectUrl, state, stored: record.client });
    const scope = sdk.computeScopeUnion(required && record.tokens?.scope, required, oauth.scopes?.join(" "));
    await startFlow(sdk, attempt, name, {
      serverUrl: url,
      fetchFn,
      ...(scope === undefined ? {} : { scope }),
      ...(challenge.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(challenge.resourceMetadataUrl) }),
    });
    const authorizationUrl = checkedUrl(attempt.authorizationUrl());
    const callback = await askUser(authorizationUrl, { name, server, state, ports });
    const tokens = await redeem(sdk, { url, attempt, callback, fetchFn });
    // RFC 6749, 5.1: a scope that is not reported is the requested one.
    const granted = tokens.scope ?? authorizationUrl.searchParams.get("scope") ?? undefined;
    const client = attempt.client();
    await store.update(config, () => ({
      tokens: { ...tokens, ...(granted === undefined ? {} : { scope: granted }) },
      ...(client === undefined ? {} : { client }),
    }));
    return { scope: granted };
  } catch (error) {
    ports.signal.throwIfAborted();
    if (isUnknownClient(oauthErrorCode(sdk, error))) await store.update(config, (record) => without(record, "client"));
    // Without its cause, which may quote a response with tokens.
    throw error instanceof McpError
      ? error
      : new McpError(name, `login failed: ${explainFailure(error, sdk)}. To try again, run: cox mcp login ${name}`);
  }
};

/** Discovers the authorization server, registers a client if needed, and makes the URL of the login page. */
const startFlow = async (sdk: typeof Sdk, attempt: LoginAttempt, name: string, options: Sdk.AuthOptions): Promise<void> => {
  try {
    await sdk.auth(attempt.provider, options);
  } catch (error) {
    const metadata = attempt.discovery()?.authorizationServerMetadata;
    const isRejected = sdk.RegistrationRejectedError.isInstance(error);
    const isMissing = metadata !== undefined && metadata.registration_endpoint === undefined && attempt.client() === undefined;
    if (!isRejected && !isMissing) throw error;
    const failure = isRejected ? `did not register a client (HTTP ${error.status})` : "does not register clients";
    throw new McpError(name, `its authorization server ${failure}. Set oauth.clientId to the ID of a registered one.`);
  }
};

const openServer = async (
  { name, oauth: { port } = {} }: McpUrlConfig,
  { client }: LoginRecord,
  state: string,
): Promise<CallbackServer> => {
  const stored = client?.redirectUrl === undefined ? [] : [Number(new URL(client.redirectUrl).port)];
  if (port === undefined) return callbackServer([...stored, 0], state);
  try {
    return await callbackServer([port], state);
  } catch (error) {
    throw new McpError(name, `port ${port} cannot be used for the login: ${errorText(error)}. Change oauth.callbackPort.`, {
      cause: error,
    });
  }
};

/** The metadata of a server names the URL, and a browser would open any scheme. */
const checkedUrl = (url: URL | undefined): URL => {
  if (url !== undefined && isEncrypted(url)) return url;
  throw new Error("its login page is not at an https URL");
};

interface Asking {
  readonly name: string;
  readonly server: CallbackServer;
  readonly state: string;
  readonly ports: McpLoginPorts;
}

/** Sends the user to the login page. Resolves with the first answer from the browser or the terminal. */
const askUser = async (url: URL, { name, server, state, ports }: Asking): Promise<LoginCallback> => {
  ports.print(`To log in to ${name}, open this URL in a browser:`);
  ports.print(url.href);
  if (ports.readLine !== undefined) ports.print("If the browser runs on another machine, paste the URL of its last page here.");
  const finished = new AbortController();
  const signal = AbortSignal.any([ports.signal, finished.signal]);
  try {
    const answers = [server.answer, ...(ports.readLine === undefined ? [] : [pastedAnswer(ports.readLine, ports.print, state, signal)])];
    void openQuietly(ports, url.href);
    return await unlessAborted(Promise.race(answers), ports.signal);
  } finally {
    finished.abort();
  }
};

const openQuietly = async ({ open }: McpLoginPorts, url: string): Promise<void> => {
  try {
    await open?.(url);
  } catch {
    // The user opens the printed URL.
  }
};

const NOT_THE_URL = "That is not the URL of this login's last page, or not all of it. It begins with http://127.0.0.1 and contains a code.";

/** Never resolves without an answer: at the end of the input, the browser may still return. */
const pastedAnswer = async (
  readLine: NonNullable<McpLoginPorts["readLine"]>,
  print: McpLoginPorts["print"],
  state: string,
  signal: AbortSignal,
): Promise<LoginCallback> => {
  let pasted = "";
  while (!signal.aborted) {
    const line = await readLine(signal);
    if (line === undefined) break;
    // A URL that was copied from a terminal may be on several lines.
    pasted = line.trim() === "" || /^\s*http/.test(line) ? line : pasted + line;
    const callback = parseCallback(pasted, state);
    if (callback !== undefined) return callback;
    if (line.trim() !== "") print(NOT_THE_URL);
  }
  return new Promise(() => undefined);
};

interface Redemption {
  readonly url: string;
  readonly attempt: LoginAttempt;
  readonly callback: LoginCallback;
  readonly fetchFn: Sdk.FetchLike;
}

/** Exchanges the code for tokens. The issuer is compared before any part of the answer is used (RFC 9207). */
const redeem = async (sdk: typeof Sdk, { url, attempt, callback, fetchFn }: Redemption): Promise<Sdk.StoredOAuthTokens> => {
  const discovery = attempt.discovery();
  if (discovery === undefined) throw new Error("its authorization server is unknown");
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  sdk.validateAuthorizationResponseIssuer({
    iss: callback.iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  if (callback.kind === "error") throw new Error(describeRefusal(callback.error, callback.description));
  const resource = resourceIndicator(sdk, url, resourceMetadata);
  const tokens = await sdk.fetchToken(attempt.provider, authorizationServerUrl, {
    authorizationCode: callback.code,
    fetchFn,
    ...(metadata === undefined ? {} : { metadata }),
    ...(callback.iss === undefined ? {} : { iss: callback.iss }),
    ...(resource === undefined ? {} : { resource }),
  });
  return { ...tokens, issuer: metadata?.issuer ?? authorizationServerUrl };
};

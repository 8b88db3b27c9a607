import type * as Sdk from "@modelcontextprotocol/client";
import { asRecord, errorText } from "../../base/index.ts";
import { boundedFetch } from "../bounded-fetch.ts";

/** Milliseconds until a request of a login fails. */
const REQUEST_TIMEOUT = 15_000;

/** Returns a fetch whose requests are limited in time. `signal` aborts them. */
export const limitedFetch =
  (fetch: Sdk.FetchLike, signal?: AbortSignal): Sdk.FetchLike =>
  (url, init) => {
    const signals = [AbortSignal.timeout(REQUEST_TIMEOUT), signal, init?.signal].filter((each) => each instanceof AbortSignal);
    return fetch(url, { ...init, signal: AbortSignal.any(signals) });
  };

/**
 * Returns a fetch for the metadata, registrations and tokens of a login at a server. `signal` aborts its requests. Only the
 * server itself may be reached without encryption.
 *
 * The SDK ignores failures to read the server's metadata, and would continue with another authorization server. It
 * rethrows each TypeError, which Node's fetch throws without a connection: so temporary failures become one.
 */
export const loginFetch = (fetch: Sdk.FetchLike, serverUrl: string, signal?: AbortSignal): Sdk.FetchLike => {
  const limited = limitedFetch(
    boundedFetch((url, init) => fetch(url, init)),
    signal,
  );
  return async (url, init) => {
    const { origin } = new URL(url);
    if (!isEncrypted(new URL(url)) && origin !== new URL(serverUrl).origin) throw fetchFailure(`${origin} is not encrypted`);
    try {
      const response = await limited(url, init);
      const isMetadata = (init?.method ?? "GET") === "GET";
      if (isMetadata && isTemporary(response.status)) throw fetchFailure(`HTTP ${response.status} from ${origin}`);
      return await withoutUnusedMembers(response);
    } catch (error) {
      if (error instanceof TypeError) throw error;
      throw fetchFailure(asRecord(error).name === "TimeoutError" ? `no response from ${origin} in time` : errorText(error));
    }
  };
};

const fetchFailure = (reason: string): TypeError => new TypeError("fetch failed", { cause: new Error(reason) });

/** Gateways answer 502 for paths that a server does not have. */
const isTemporary = (status: number): boolean => status === 429 || (status >= 500 && status !== 502);

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Returns true if only the host of the URL, or this machine, can read the requests. */
export const isEncrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && (LOOPBACK.has(hostname) || hostname.endsWith(".localhost")));

/**
 * Removes members of a JSON object that are null, which servers send in place of missing ones and the SDK rejects, and
 * `expires_in`, which the SDK rejects unless it is a number: a token is used until its server rejects it.
 */
const withoutUnusedMembers = async (response: Response): Promise<Response> => {
  if (response.headers.get("content-type")?.includes("json") !== true) return response;
  const text = await response.text();
  return new Response(text === "" ? null : cleanObject(text), response);
};

const cleanObject = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return text;
    return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== null && name !== "expires_in")));
  } catch {
    return text;
  }
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

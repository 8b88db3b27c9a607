import type http from "node:http";
import { urlToHttpOptions } from "node:url";
import { ModelError } from "../model/index.ts";
import type { Answer } from "./answer.ts";

/** A function with the signature of the global `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** The arguments of a `fetch` call. */
export interface WrittenRequest {
  readonly url: string | URL;
  readonly init: RequestInit;
}
/** The environment with `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/**
 * Sends requests over node:http with keep-alive connections, proxies from the environment, certificate authorities from
 * `NODE_EXTRA_CA_CERTS`, and decompression. A request has a URL and a body of text or bytes. Redirects preserve method
 * and body, and must stay on the same host, so that no other host receives the key.
 */
export const httpSender = (env: ProxyEnv): ((request: WrittenRequest) => Promise<Answer>) => {
  const clients = new Map<string, Promise<Client>>();
  const clientFor = (protocol: string): Promise<Client> => {
    const client = clients.get(protocol) ?? makeClient(protocol, env);
    clients.set(protocol, client);
    return client;
  };

  // An adapter sends all its requests to the same URL.
  let last: { readonly text: string; readonly target: Target } | undefined;
  const targetFor = (text: string): Target => {
    if (last?.text !== text) last = { text, target: targetOf(new URL(text)) };
    return last.target;
  };

  return async ({ url: first, init }) => {
    let target = targetFor(String(first));
    for (let hop = 0; ; hop += 1) {
      const { url } = target;
      const incoming = await send(target, init, await clientFor(url.protocol));
      const location = incoming.headers.location;
      if (!REDIRECTS.has(incoming.statusCode ?? 0) || location === undefined) return toAnswer(incoming);
      incoming.resume();
      if (hop === MAX_REDIRECTS) throw new ModelError("invalid", `${url.origin} redirects too often. Check the base URL.`);
      target = targetOf(redirected(url, new URL(location, url)));
    }
  };
};

/** The destination of a request. */
interface Target {
  readonly url: URL;
  /** The URL as options of node:http. Has only the required fields, because node:http copies the object repeatedly. */
  readonly options: http.RequestOptions;
  readonly isLoopback: boolean;
}

const targetOf = (url: URL): Target => {
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  return { url, options: { protocol, hostname, port, path, auth }, isLoopback: isLoopback(url.hostname) };
};

/** The agents of one protocol: through the environment's proxy, or direct. */
interface Client {
  readonly request: typeof http.request;
  readonly agent: http.Agent;
  readonly direct: http.Agent;
}

/** Loads node:https only for an https URL. */
const makeClient = async (protocol: string, env: ProxyEnv): Promise<Client> => {
  const { request, Agent } = protocol === "https:" ? await import("node:https") : await import("node:http");
  return { request, agent: new Agent({ ...KEEP_ALIVE, proxyEnv: env }), direct: new Agent(KEEP_ALIVE) };
};

// Shorter than the idle timeout of common servers (5 s), so that no request is sent on a closing connection.
const KEEP_ALIVE = { keepAlive: true, scheduling: "lifo", timeout: 4000 } as const;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const MAX_REDIRECTS = 5;

const send = (target: Target, init: RequestInit, client: Client): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { signal, body } = init;
    if (signal?.aborted === true) return reject(signal.reason);
    if (body != null && typeof body !== "string" && !(body instanceof Uint8Array)) {
      return reject(new TypeError("A request over node:http has a body of text or bytes."));
    }
    const headers = headersOf(init);
    const length = body == null ? undefined : Buffer.byteLength(body);
    if (length !== undefined) headers["content-length"] = length;
    const agent = target.isLoopback ? client.direct : client.agent;
    const request = client.request({ ...target.options, method: init.method ?? "GET", headers, agent });
    if (signal != null) abortWith(signal, request);
    request.once("response", resolve);
    request.on("error", reject);
    // A string with one byte a character is ASCII, which Node.js writes faster as this than as UTF-8.
    if (typeof body === "string" && body.length === length) request.end(body, "latin1");
    else request.end(body ?? undefined);
  });

/**
 * Aborts a request with the signal. The listeners live as long as the response. In a separate function, they do not hold
 * the body, which may have 30 MB, until its end.
 */
const abortWith = (signal: AbortSignal, request: http.ClientRequest): void => {
  const abort = () => request.destroy(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  signal.addEventListener("abort", abort, { once: true });
  request.once("close", () => signal.removeEventListener("abort", abort));
};

/** Adapters pass plain objects, which need no conversion. */
const headersOf = ({ headers = {} }: RequestInit): http.OutgoingHttpHeaders => ({
  "accept-encoding": "identity",
  ...(Symbol.iterator in headers ? Object.fromEntries(headers) : headers),
});

const redirected = (from: URL, to: URL): URL => {
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  if (from.hostname === to.hostname && (from.origin === to.origin || upgraded)) return to;
  throw new ModelError(
    "invalid",
    `${from.origin} redirects to ${to.origin}, which is not given the key. If it is right, set it as the base URL.`,
  );
};

const toAnswer = async (incoming: http.IncomingMessage): Promise<Answer> => {
  const { "content-encoding": encoding = "", ...headers } = incoming.headers;
  const body = encoding === "" ? undefined : (await import("./decoded-body.ts")).decodedBody(incoming, encoding);
  return {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? "",
    headers: body === undefined ? incoming.headers : headers,
    body: body ?? incoming,
  };
};

const isLoopback = (host: string): boolean => host === "localhost" || host === "[::1]" || host.startsWith("127.");

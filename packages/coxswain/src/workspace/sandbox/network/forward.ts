import { type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { type Admission, unreachable, malformed, type Refusal, statusText } from "./admission.ts";
import { bare, isSame, parseTarget, type Target, written } from "./target.ts";

export interface ForwardOptions {
  readonly admit: Admission;
  /** Target of the tunnel that the request came through. Undefined for a direct request to the proxy. */
  readonly tunnel: Target | undefined;
  /** Milliseconds without data before the connection is closed. */
  readonly idle: number;
}

/** Forwards one plain HTTP request. Each is checked separately, regardless of others on its connection. */
export const forward = async (request: IncomingMessage, response: ServerResponse, options: ForwardOptions): Promise<void> => {
  const asked = readRequest(request, options.tunnel);
  if ("reason" in asked) return refuse(response, asked);
  const { target, path } = asked;
  const admitted = await options.admit(target);
  if ("reason" in admitted) return refuse(response, admitted);
  const { headers, rawHeaders, method } = request;
  const sent = httpRequest({
    host: bare(target.host),
    port: target.port,
    lookup: admitted.lookup,
    method,
    path,
    headers: ["Host", target.port === 80 ? target.host : written(target), ...forwardedHeaders(rawHeaders, headers.connection, ["host"])],
    agent: false,
    timeout: options.idle,
  });
  sent.once("timeout", () => sent.destroy(new Error("timed out without data")));
  sent.once("response", (answer) => passBack(answer, response, target));
  sent.on("error", (error) => refuse(response, unreachable(target, error)));
  // A response that switches protocols, which nothing requested, is only visible as a closed connection.
  sent.once("close", () => response.headersSent || refuse(response, unreachable(target, "it was closed")));
  response.once("close", () => sent.destroy());
  request.once("error", () => sent.destroy()).pipe(sent);
};

const passBack = (answer: IncomingMessage, response: ServerResponse, target: Target): void => {
  const headers = forwardedHeaders(answer.rawHeaders, answer.headers.connection, ["transfer-encoding"]);
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  } catch (error) {
    // A server may send headers that Node reads but refuses to write.
    answer.destroy();
    return refuse(response, unreachable(target, error));
  }
  answer.once("error", () => response.destroy()).pipe(response);
};

interface Asked {
  readonly target: Target;
  readonly path: string;
}

/**
 * Returns the target of a request from its first line and its `Host` header. They must agree: we use one, and the
 * server uses the other.
 */
const readRequest = ({ url = "", headersDistinct }: IncomingMessage, tunnel: Target | undefined): Asked | Refusal => {
  const [absolute, authority = "", rest = ""] = /^http:\/\/([^/?#]*)([^#]*)$/i.exec(url) ?? [];
  const target = absolute === undefined ? tunnel : parseTarget(authority, 80);
  const path = absolute === undefined ? url : rest.startsWith("/") ? rest : `/${rest}`;
  if (target === undefined || !path.startsWith("/"))
    return malformed("The sandbox's proxy accepts http://host/path, and CONNECT for everything else.");
  const named = [...(tunnel === undefined ? [] : [tunnel]), ...(headersDistinct.host ?? []).map((host) => parseTarget(host, 80))];
  if ((headersDistinct.host ?? []).length > 1 || named.some((one) => one === undefined || !isSame(one, target)))
    return malformed("The request names one host in its first line and another in its Host header.");
  return { target, path };
};

const refuse = (response: ServerResponse, refusal: Refusal): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = `${refusal.reason}\n`;
  response
    .writeHead(refusal.status, statusText(refusal), {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    })
    .end(body);
};

/** Headers about one connection, and headers for a proxy only. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/**
 * Filters alternating names and values (Node's format): drops connection headers, those that `connection` lists, and
 * `omitted`.
 */
export const forwardedHeaders = (raw: readonly string[], connection = "", omitted: readonly string[] = []): string[] => {
  const dropped = new Set([...connection.split(",").map((name) => name.trim().toLowerCase()), ...omitted]);
  const isDropped = (name: string): boolean => CONNECTION_HEADERS.has(name) || dropped.has(name);
  return raw.filter((_, at) => !isDropped((raw[at - (at % 2)] ?? "").toLowerCase()));
};

import { type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { type Admission, unreachable } from "./admission.ts";
import { passedOn } from "./headers.ts";
import { malformed, type Refusal, statusText } from "./refusal.ts";
import { bare, isSame, parseTarget, type Target, written } from "./target.ts";

export interface ForwardOptions {
  readonly admit: Admission;
  /** Where the connection leads that the request came on; undefined for one that leads only here. */
  readonly tunnel: Target | undefined;
  /** Milliseconds without a byte until it is given up. */
  readonly idle: number;
}

/** Passes on one request of plain HTTP, judged for itself: where others of its connection went says nothing. */
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
    headers: ["Host", target.port === 80 ? target.host : written(target), ...passedOn(rawHeaders, headers.connection, ["host"])],
    agent: false,
    timeout: options.idle,
  });
  sent.once("timeout", () => sent.destroy(new Error("nothing comes")));
  sent.once("response", (answer) => passBack(answer, response, target));
  sent.on("error", (error) => refuse(response, unreachable(target, error)));
  // Of an answer that changes the protocol, which nobody asked for, there is no other sign.
  sent.once("close", () => response.headersSent || refuse(response, unreachable(target, "it was closed")));
  response.once("close", () => sent.destroy());
  request.once("error", () => sent.destroy()).pipe(sent);
};

const passBack = (answer: IncomingMessage, response: ServerResponse, target: Target): void => {
  const kept = passedOn(answer.rawHeaders, answer.headers.connection, ["transfer-encoding"]);
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, kept);
  } catch (error) {
    // A server may say what Node reads and does not write.
    answer.destroy();
    return refuse(response, unreachable(target, error));
  }
  answer.once("error", () => response.destroy()).pipe(response);
};

interface Asked {
  readonly target: Target;
  readonly path: string;
}

/** Where a request goes by its first line and by its `Host`. They have to agree: we go by the one, and the server that answers by the other. */
const readRequest = ({ url = "", headersDistinct }: IncomingMessage, tunnel: Target | undefined): Asked | Refusal => {
  const [absolute, authority = "", rest = ""] = /^http:\/\/([^/?#]*)([^#]*)$/i.exec(url) ?? [];
  const target = absolute === undefined ? tunnel : parseTarget(authority, 80);
  const path = absolute === undefined ? url : rest.startsWith("/") ? rest : `/${rest}`;
  if (target === undefined || !path.startsWith("/"))
    return malformed("The sandbox's proxy takes http://host/path, and CONNECT for all else.");
  const named = [...(tunnel === undefined ? [] : [tunnel]), ...(headersDistinct.host ?? []).map((host) => parseTarget(host, 80))];
  if ((headersDistinct.host ?? []).length > 1 || named.some((one) => one === undefined || !isSame(one, target)))
    return malformed("The request names one host in its first line and another one in its Host header.");
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

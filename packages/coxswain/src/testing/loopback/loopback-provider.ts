import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, sendBody, sendError } from "./answer.ts";
import { receive } from "./receive.ts";
import type { LoopbackReply, LoopbackScript } from "./reply.ts";
import type { LoopbackRequest } from "./request.ts";
import { type Route, routeOf } from "./route.ts";

export interface LoopbackOptions {
  /** Number of characters per delta. Default: 16. */
  readonly chunk?: number;
  /** True if requests that the provider would reject get its error response with status 400. Default: true. */
  readonly validate?: boolean;
  /** True if `requests` records incoming requests. Default: true. */
  readonly record?: boolean;
  /** Models in the server's listing. Default: `loopback`. */
  readonly models?: readonly string[];
}

export interface LoopbackProvider extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. The base URL for Anthropic and OpenAI is `${url}/v1`, for Gemini `${url}/v1beta`. */
  readonly url: string;
  /** The requests in order, including rejected ones. */
  readonly requests: readonly LoopbackRequest[];
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a scripted server on 127.0.0.1. The request's path selects Anthropic Messages, OpenAI Chat, OpenAI Responses
 * or Gemini. If the script has no more replies or throws, the server sends status 400, which no client retries.
 */
export const loopbackProvider = async (script: LoopbackScript, options: LoopbackOptions = {}): Promise<LoopbackProvider> => {
  const { chunk = 16, validate = true, record = true, models = ["loopback"] } = options;
  const requests: LoopbackRequest[] = [];
  let turns = 0;
  let calls = 0;
  const nextCallId = () => `call_${++calls}`;

  const reply = async (request: LoopbackRequest, turn: number): Promise<LoopbackReply> => {
    if (typeof script === "function") return await script(request, turn);
    const next = script[turn];
    if (next === undefined) throw new Error(`The script has ${script.length} replies; reply ${turn + 1} was requested.`);
    return next;
  };

  const respond = async (incoming: IncomingMessage, response: ServerResponse, route: Route): Promise<void> => {
    const { request, error } = await receive(incoming, response, route);
    if (record) requests.push(request);
    const refusal = error ?? (validate ? refusalOf(request, route) : undefined);
    if (refusal !== undefined) return sendError(response, refusal, route.format);
    const number = ++turns;
    try {
      await answer(response, request, await reply(request, number - 1), route.format, { number, chunk, nextCallId });
    } catch (thrown) {
      if (response.headersSent) throw thrown;
      sendError(response, { status: 400, message: thrown instanceof Error ? thrown.message : String(thrown) }, route.format);
    }
  };

  const server = createServer((request, response) => {
    const route = request.method === "POST" ? routeOf(request.url ?? "") : undefined;
    if (route === undefined) sendListing(request, response, models);
    // Reading fails if the client disconnects; then no error response can be sent.
    else respond(request, response, route).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
};

const refusalOf = ({ body, model, wire }: LoopbackRequest, { format }: Route) =>
  wire !== "gemini" && body["stream"] !== true
    ? { status: 400, message: 'This server only streams: send "stream": true.', param: "stream" }
    : format.validate(body, model);

/** Sends the model list of OpenAI or Ollama, with which clients detect a local server. */
const sendListing = ({ method, url = "" }: IncomingMessage, response: ServerResponse, models: readonly string[]): void => {
  const send = (status: number, body: object): void => sendBody(response, status, "application/json", JSON.stringify(body));
  const path = method === "GET" ? url.split("?", 1)[0] : undefined;
  if (path === "/v1/models") {
    send(200, { object: "list", data: models.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "loopback" })) });
  } else if (path === "/api/tags") {
    send(200, { models: models.map((name) => ({ name, model: name })) });
  } else {
    send(404, { error: { message: `Nothing at ${method} ${url}.`, type: "invalid_request_error", param: null, code: "unknown_url" } });
  }
};

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { McpUrlConfig } from "./types.ts";

type Json = Record<string, unknown>;

export interface HttpStubOptions {
  readonly era?: "legacy" | "modern";
  /** Answers with event streams. Default: JSON. */
  readonly sse?: boolean;
  /** Answers a request in its own way, if it returns true. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, message: Json) => boolean;
}

export interface HttpStub {
  readonly url: string;
  readonly config: McpUrlConfig;
  /** Method and headers of each request. */
  readonly requests: readonly { readonly method: string; readonly headers: IncomingMessage["headers"] }[];
  readonly close: () => Promise<void>;
  /** Speaks only the modern era from now on. */
  readonly becomeModern: () => void;
  /** Forgets the sessions, as after a restart. */
  readonly forget: () => void;
}

/** Starts a small MCP server over streamable HTTP on a loopback port. It ends after the test. */
export const httpStub = async (
  t: TestContext,
  { era: first = "legacy", sse = false, intercept }: HttpStubOptions = {},
): Promise<HttpStub> => {
  const requests: { method: string; headers: IncomingMessage["headers"] }[] = [];
  const sessions = new Set<string>();
  let era = first;
  const server = createServer((request, response) => void serve(request, response));

  const send = (response: ServerResponse, message: Json, headers: Record<string, string> = {}): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    response.writeHead(200, { "content-type": sse ? "text/event-stream" : "application/json", ...headers });
    response.end(sse ? `event: message\ndata: ${body}\n\n` : body);
  };
  const complete = (result: Json): Json =>
    era === "modern" ? { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result } : result;
  const capabilities = { tools: { listChanged: true } };
  const tools = [
    {
      name: "echo",
      description: "Echo.",
      inputSchema: { type: "object", properties: { text: { type: "string", "x-mcp-header": "Text" } } },
    },
  ];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = "";
    for await (const part of request) body += String(part);
    const message: Json = body === "" ? {} : JSON.parse(body);
    const { id, method = request.method ?? "", params = {} } = message as { id?: number | string; method?: string; params?: Json };
    requests.push({ method, headers: request.headers });
    if (intercept?.(request, response, message) === true) return;
    const fail = (status: number, text = ""): void => void response.writeHead(status).end(text);
    if (request.method === "GET") return fail(405);
    if (request.method === "DELETE") return fail(200);
    if (era === "legacy" && method !== "initialize" && !sessions.has(String(request.headers["mcp-session-id"])))
      return method === "server/discover" ? fail(400, "no session") : fail(404, "unknown session");
    if (id === undefined) return fail(202);
    switch (method) {
      case "initialize": {
        if (era === "modern") return send(response, { id, error: { code: -32601, message: "unknown method" } });
        const session = `session-${sessions.size + 1}`;
        sessions.add(session);
        const result = { protocolVersion: params["protocolVersion"], capabilities, serverInfo: { name: "http stub", version: "1" } };
        return send(response, { id, result }, { "mcp-session-id": session });
      }
      case "server/discover":
        return send(response, { id, result: complete({ supportedVersions: ["2026-07-28"], capabilities }) });
      case "tools/list":
        return send(response, { id, result: complete({ tools }) });
      case "tools/call": {
        const { text } = params["arguments"] as { text?: string };
        return send(response, { id, result: complete({ content: [{ type: "text", text: text ?? "" }] }) });
      }
      default:
        return send(response, { id, error: { code: -32601, message: "unknown method" } });
    }
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const config: McpUrlConfig = { kind: "url", name: "web", origin: "option", url, headers: {} };
  return { url, config, requests, close, becomeModern: () => (era = "modern"), forget: () => sessions.clear() };
};
